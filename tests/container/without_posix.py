"""Runs the command line as on a system that is not POSIX: python without_posix.py ARGUMENT..."""

import logging
import os
import platform
import random
import runpy
import shutil
import ssl
import subprocess
import sys
import tempfile

ASKED_BEFORE = (logging, platform, random, ssl, subprocess, tempfile)
"""The standard library looks at its system when it is imported; this is about our code only."""
FLAGS = ("O_NOFOLLOW", "O_NONBLOCK", "O_DIRECTORY", "O_CLOEXEC", "O_NOCTTY")
FUNCTIONS = """
    chown chroot fchdir fchmod fchown fork forkpty getegid geteuid getgid getgroups getpgid getpgrp
    getpriority getsid getuid killpg lchown lockf mkfifo mknod nice openpty pipe2 posix_fadvise
    posix_fallocate pread pwrite readv sched_getaffinity sendfile set_blocking get_blocking setsid
    statvfs sync uname wait3 wait4 writev
"""
shutil._use_fd_functions = False  # as it is there; it uses what is taken away below


sys.modules["fcntl"] = None
for name in (*FLAGS, *FUNCTIONS.split()):
    delattr(os, name)
sys.argv = ["exitgate", *sys.argv[1:]]
runpy.run_module("exitgate", run_name="__main__")

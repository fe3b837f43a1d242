import unittest

from slug import slug


class SlugTest(unittest.TestCase):
    def test_empty(self):
        assert slug("") == ""

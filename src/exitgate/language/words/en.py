"""English."""

from __future__ import annotations

from exitgate.language.words.lexicon import Lexicon, Role

WORDS = Lexicon(
    code="en",
    stopwords="the | and | is | are | was | of | to | with | for | this | that | all | it | have",
    roles={
        Role.DONE: """closed | done | complete | completed | finished | accomplished | concluded
            | implemented | resolved | fixed | solved | addressed | satisfied | met
            | delivered | ready | ready for review | ready to merge | ready for merge
            | ready to use | ready for production | wrapped up | finalized | finalised
            | all_done | successfully | fulfilled | in place | satisfies | fulfills
            | can be closed | can now be closed | can be merged | can now be merged
            | fulfils | fulfilling | addresses | resolves | this completes | that completes
            | which completes | this concludes | that concludes | this finishes
            | that finishes""",
        Role.WORKS: """working | works | pass | passes | passed | passing | green
            | succeeded | succeeds | successful | functional | operational | clean | cleanly
            | verified | compiles | builds""",
        Role.CLOSING: """nothing left to do | no further action required
            | no further changes needed | nothing more for me to do
            | no further action needed | nothing left | nothing else to do
            | nothing more to do | nothing remains | nothing remaining
            | nothing further to do | no remaining issues | no remaining work
            | no remaining tasks | no outstanding issues | no outstanding work
            | no outstanding tasks | no further work | no more work | no work remains
            | no work left | no tasks left | no issues left | none remaining
            | nothing pending | nothing is pending | no further changes are needed
            | no further action is needed | no open issues | no open items | all set
            | good to go | nothing is left | no todos left | no pending work
            | no pending tasks | nothing remains to be done | nothing left to be done
            | nothing else to be done | nothing more to be done | nothing is left to do
            | nothing is left to be done""",
        Role.OPEN: """wasn't able to complete | wasn't able to finish
            | was not able to complete | was not able to finish | not able to complete
            | not able to finish | couldn't complete | couldn't finish | could not complete
            | could not finish | unable to complete | unable to finish | failed to complete
            | failed to finish | did not complete | did not finish | didn't complete
            | didn't finish | cannot complete | cannot finish | can't complete
            | can't finish | were unable to complete | were unable to finish
            | haven't tested | have not tested | not tested | untested | unverified
            | didn't run the tests | did not run the tests | could not run the tests
            | couldn't run the tests | haven't run the tests | tests were not run
            | only thing left | all that's left | all that remains | remains to be
            | remain to be | still to be | incomplete | unfinished | undone | in progress
            | in-progress | in_progress | wip | work in progress | todo | todos | to-do
            | deferred | postponed | abandoned | not started | outstanding | pending
            | unimplemented | not implemented | still needs | still need | still to do
            | still missing | still have to | still has to | still working on | yet to
            | yet to be | left to do | left to implement | left to complete | left to finish
            | more work | more work is needed | needs more work | remains to be done
            | need to be done | to be done | next up | up next | not finished | stalled
            | out of time | ran out of time | half-done | half-finished | gave up
            | needs re-verification | carried over | still open | still outstanding
            | still pending | still incomplete | is a stub
            | are stubs | stubbed out
            | not wired up | not hooked up | will follow | in a follow-up
            | in the next iteration | in the next session | has not been added
            | have not been added | hasn't been added | haven't been added
            | has not been implemented | have not been implemented
            | hasn't been implemented | haven't been implemented | had to disable | had to skip
            | had to comment out | didn't have time | did not have time
            | as xfail | ran out of context
            | ran out of tokens | nothing was tested | not been able to
            | needs to be updated | need to be updated | needs an update | need an update
            | needs to be added | need to be added | needs to be written
            | need to be written | still to come | could not find out why
            | couldn't find out why | don't know why | do not know why | not sure why
            | not yet supported
            | not supported yet | had to stub | stub out | starts now | starts next | begins now
            | begins next | comes next | follows next | completed with errors
            | finished with errors | complete with errors | done with errors
            | completed with failures | finished with failures | completed unsuccessfully
            | finished unsuccessfully | tests not run | tests were not executed
            | not run the tests | without running the tests | without running tests
            | not been started | has not begun | hasn't begun | have not begun | haven't begun
            | has not started | hasn't started | have not started
            | only a stub | just a stub | it's a stub | only stubs | just stubs
            | only a placeholder | just a placeholder | only a mock | just a mock
            | still required | has not been run | have not been run | hasn't been run
            | haven't been run | could not be executed | couldn't be executed
            | could not be run | couldn't be run | can't be run | cannot be run | as stubs
            | as a stub | hard-coded the expected | hardcoded the expected
            | hard-coded expected | hardcoded expected | waiting on ci
            | waiting for ci | ci is still running | finish the rest | still one thing
            | still a few things | still some things | more test to fix
            | more tests to fix | more to fix | more to do | like to double-check
            | want to double-check | like to verify | want to verify
            | tests were disabled | tests are disabled | could not write to
            | couldn't write to | cannot write to | can't write to
            | none of it has been | none of this has been | none of it was
            | none of it is""",
        Role.LEFT: "remaining | remain | remains | left | to go | still open",
        Role.PARTIAL: """otherwise | give or take | i could complete | i could finish | i could do
            | i could implement | tasks i could | items i could | that i could
            | partially | most | all but | partly | mostly | almost | nearly
            | half | halfway | so far | except | except for | apart from | other than
            | aside from | with the exception of | with one exception | with exceptions
            | excepting | excluding | save for | barring | but for | short of | minus the
            | not including | not counting | bar the | apart | leaving out | all except
            | modulo | as far as the
            | on my machine | happy path | in the sense that
            | to the extent possible | as much of | what i could | as far as possible
            | as best i could | less than | as good as | locally only | most of | some of
            | majority of
            | close to | partial | up to | everything but | but one is | but one are
            | besides the | done in part | complete in part | completed in part
            | finished in part | only in part | everything i can | everything i could
            | all i can | all i could | best of my knowledge | best of my ability
            | backend only | frontend only | linux only
            | but one of | but two are | but two of | but three are | but a few""",
        Role.FAILING: """fail | fails | failed | failing | failure | failures | broken
            | breaks | crash | crashes | crashing | red | does not compile | doesn't compile
            | not compiling | does not build | doesn't build | does not work | doesn't work
            | not working | not passing | don't pass | do not pass | doesn't pass
            | does not pass | errors out | complains | complain | complaining | unhappy
            | there are compile errors
            | there are type errors | there are lint errors | there are build errors
            | there are compilation errors | there are errors | has compile errors
            | has type errors | are not handled | is not handled | are unhandled
            | is unhandled | erroring
            | is missing | known bug | known bugs | known failure | known failures
            | are missing | does not start | doesn't start | won't start | does not run
            | doesn't run | times out | time out | timing out | hangs""",
        Role.NEGATION: """not | no | never | none | nothing | without | neither | nor
            | cannot | can't | couldn't | could not | isn't | aren't | wasn't | weren't
            | hasn't | haven't | hadn't | didn't | don't | doesn't | won't | wouldn't
            | shouldn't | unable to | failed to | fails to | far from | nowhere near
            | nobody | zero | isnt | arent | cant | yet to be | not been | hardly | not yet
            | rather than | instead of | anything but | by no means | false that
            | false to say that | untrue that
            | not true that | not the case that | wrong that | wrong to say that
            | premature to say that | premature to call | cannot say that | can't say that
            | cannot claim that | can't claim that | cannot confirm that
            | can't confirm that | could not confirm that | couldn't confirm that
            | cannot call | can't call | can't say | cannot say | don't think
            | do not think | don't believe | do not believe""",
        Role.CONTRAST: """but | however | although | though | whereas | yet | unfortunately
            | nevertheless | still | while | despite""",
        Role.PLAN: """will | i'll | we'll | it'll | will be | going to | gonna | about to
            | plan to | planning to | intend to | i'd | shall | let me | let's | next i
            | then i | won't be | would | would be | upcoming | tomorrow | soon | later""",
        Role.WISH: """should | should be | must | must be | need to | needs to | needs to be
            | have to | has to | hope | hopefully | want | wants | wish | aim | goal is to
            | goal is that
            | trying to | try to | to be | want to | would like | expected to | supposed to
            | please | ensure | make sure | aims to | in order to | cannot be | can be
            | could be""",
        Role.CONDITION: """when | whenever | if | once | unless | until | as soon as
            | provided | assuming | provided that | as long as | in case | pending
            | after one more | after another | after the next | after two more | after a final
            | subject to | only when | after the review | after review | after you""",
        Role.TIME: "before | after | while | whether | till",
        Role.HEDGE: """i think | i hope | i doubt | doubtful | i believe | i guess
            | probably | likely | maybe | perhaps | might | may | might be | may be | seems
            | seem | appears | appear | apparently | hopefully | presumably | looks like
            | looks | as far as i can tell | effectively | essentially | basically
            | more or less | in theory | theoretically | in principle | arguably
            | supposedly | should | should be | should now be | or so the | i suspect | virtually
            | practically | could be | not sure | unsure | i assume | roughly | potentially
            | appears to be | seems to be | according to the
            | by another agent | by the previous agent | by a previous agent
            | on paper | by the last agent | by someone else | by a colleague
            | from my side | from my end | on my side
            | on my end""",
        Role.PAST: """was | were | previously | initially | originally | earlier
            | before this | used to | had been | at first | no longer | had""",
        Role.WHOLE: """project | sprint | everything | implementation | work | assignment
            | request | requested changes | requested feature | plan | objective
            | objectives | mission | deliverables | deliverable | pull request | prd
            | solution | application | migration | refactoring | refactor | the whole thing
            | removal | renaming | the move | the rename | the cleanup | port | conversion
            | rewrite | upgrade | pr | merge request
            | all of it | all of the above | goals | job""",
        Role.STEP: """step | steps | story | stories | phase | phases | part | parts | stage
            | stages | milestone | milestones | epic | epics | subtask | subtasks | sub-task
            | sub-tasks | session | iteration | iterations | loop | chunk | increment
            | slice | section | retrospective | section | round | pass 1 | pass 2 | acs | ac
            | half | module | component | checkpoint | batch | verification | research
            | investigation | planning | validation | exploration""",
        Role.PIECE: """comments | review comments
            | acceptance criteria | requirements | task | tasks | issue | issues
            | ticket | tickets | feature | features | bug | bugs | item | items | todo items
            | change | changes | problem | problems | fix | user stories | challenge | goal
            | criteria | requirement | points""",
        Role.TESTS: """test | tests | test suite | suite | specs | spec | unit tests | e2e
            | test cases | testing | test case | regression tests | integration tests""",
        Role.BUILD: """build | builds | compilation | compile | ci | pipeline | lint
            | linter | linting | typecheck | type check | type checker | type checks
            | typechecking | mypy
            | tsc | eslint | ruff""",
        Role.ALL: """all | every | entire | whole | entirely | each | both | full | fully
            | 100% | overall | every one | each one""",
        Role.ORDINAL: """first | second | third | fourth | next | another | one | previous
            | last | current | final | a | an | initial | two | three | several | some
            | following | core | many | few""",
        Role.SCOPE: """this session | this iteration | this loop | this round | this step
            | for now | today | this phase | this turn | this run | so far | this part
            | this story | this session's | current iteration | current session
            | per session | this increment""",
        Role.REPORT: """added | created | updated | implemented | fixed | refactored
            | modified | changed | wrote | written | removed | renamed | replaced | moved
            | built | configured | installed | generated | extracted | introduced | rewrote
            | deleted | migrated | patched | resolved | improved | corrected | saved
            | integrated | found | verified | tested | converted | cleaned | documented
            | merged | committed | deployed | ran | successfully""",
        Role.NOW: "now | no longer | from now on",
        Role.SELF: "i | i've | i'm | i'll | we | we've | we're | we'll | my | our | me",
        Role.THAT: "that's | that is | that one | this one | it's | that | this | it",
        Role.IGNORE: """not only | no longer | not just | complete list | complete guide
            | complete set | complete rewrite | first class | first-class | well done
            | when done | if done | get ready | no problem | in addition | on the other hand
            | in general | left join | left side | left unchanged | left as is
            | left untouched | left alone | error handling | failure mode | failure modes
            | fail fast | fail-fast | fail-safe | while loop | next.js | work around
            | work with | works with | both ways | pass 0 | pass in | pass through
            | passes through | pass the | passes the | passed the | passed to | passing the
            | passed in | passed as | pass it | a pass | one by one | up to date
            | up-to-date | according to the spec | according to the specification
            | according to the issue | according to the requirements | according to the plan
            | according to the task | according to the instructions
            | according to the description | according to the ticket""",
    },
    blocked="""need elevated permissions | permissions to proceed | permission to proceed
        | before i can continue | before i can proceed | before i can go on
        | before i can go any further | a maintainer needs to | a maintainer must
        | a maintainer has to | a person has to | a human has to | someone has to
        | someone must | a human needs to | someone needs to
        | a person needs to | i cannot proceed | i can't proceed | i am unable to proceed
        | i'm unable to proceed | unable to proceed | cannot proceed without
        | can't proceed without | cannot proceed until | can't proceed until
        | i cannot continue | i can't continue | unable to continue
        | cannot continue without | can't continue without | i am blocked | i'm blocked
        | i am currently blocked | i'm currently blocked | i remain blocked | we are blocked
        | i am still blocked | i'm still blocked | am currently blocked
        | i have been blocked | i've been blocked | completely blocked | fully blocked
        | remain blocked on | work is blocked | task is blocked | progress is blocked
        | blocked on permission | blocked on permissions | blocked on file
        | blocked on credentials | blocked on access | blocked on human | blocked on your
        | blocked waiting for | waiting for your | waiting on your | waiting for permission
        | waiting for approval | awaiting your | awaiting approval | need your approval
        | need your permission | need your input | need your decision | need human
        | needs human | require human | requires human | human intervention needed
        | human intervention required | human intervention is required | until you provide
        | until you grant | until you approve | without your approval
        | without your permission | without your input | without human
        | without write permission | without write permissions
        | without file write permissions | need you to grant | need you to approve
        | need you to provide | needs your approval | needs your permission
        | requires your approval | requires your input | i need permission
        | i need access to | hitting permission blocks | permission has not been granted
        | can't do anything | cannot do anything | waiting for input | waiting on input
        | work cannot proceed | work cannot continue | task cannot proceed
        | task cannot continue | cannot move forward | can't move forward
        | cannot make progress | can't make progress | cannot go any further
        | can't go any further | cannot be completed without | need write access | stuck waiting for
        | a human must | a person must | requires a human | requires a person | needs a human
        | needs a person | i require access to | awaiting confirmation | waiting for confirmation
        | waiting for a human | waiting for someone | awaiting a decision | awaiting input
        | continue once you | proceed once you | continue as soon as you
        | proceed as soon as you | continue after you | proceed after you
        | you prefer and i will | you prefer and i'll | you decide and i will
        | you decide and i'll""",
    needs="i need | we need | i require | we require",
    only_a_person_has="""password | passwords | passphrase | credential | credentials | key
        | keys | token | secret | secrets | access | permission | permissions | approval
        | licence | license | account | login | decision | answer | answers | clarification
        | confirmation | input | guidance | feedback""",
    to_go_on="""to continue | to proceed | to finish | to complete | to go on | to keep going
        | to move on | to move forward | to go any further | from you | from a person
        | from a human""",
    asks="""please provide | please confirm | please approve | please grant | please clarify
        | please specify | please share | please advise | please choose | please decide
        | please tell me | please let me know which | please let me know what
        | please let me know how | please let me know whether | please add
        | let me know which | let me know how | let me know what | let me know what you
        | let me know your preference | let me know whether
        | let me know if you'd like me to proceed
        | let me know if you would like me to proceed | let me know if i should
        | i need you to | could you | can you | should i | shall i | may i | do you want
        | would you like me to proceed | would you like me to continue | would you prefer
        | which | what should | what would | how should | how would you | where should
        | is it ok | is that ok | are you ok | do you have | do i have | does this look
        | does that | what is | what are | who | am i allowed | is it acceptable
        | would it be""",
    offers="""would you like | want me to | do you want me to also | shall i also
        | should i also | anything else | is there anything | any questions | let me know if
        | need anything | would you like me to also | do you want me to | if you'd like
        | if you would like | can i help | how else | what else | what's next
        | what would you like""",
    left_titles="""what's missing | still missing | still to come | remaining | remaining work
            | remaining tasks | remaining items
        | remaining steps | remaining issues | remaining backlog | remaining stories | todo
        | todos | to do | to-do | still to do | what's left | what is left | left to do
        | not done | not done yet | not yet done | outstanding | outstanding work
        | outstanding issues | pending | next session | next iteration | next loop
        | next task | next story | next up | up next | in progress | work remaining
        | unfinished | incomplete | next story in queue | still pending | still open
        | open items | open tasks | remaining for next session
        | remaining work for next session | next in queue | known issues remaining
        | pending tasks | pending work | deferred | blocked | next tasks | next stories
        | what remains | not implemented | not started | not completed | known failures""",
    next_titles="next | next steps | next step | follow-up | follow-ups | following steps",
    work_verbs="""implement | add | write | finish | complete | continue | refactor | create
        | migrate | wire | integrate | build | start | resolve | i | we | debug | rewrite
        | handle | address | investigate""",
)

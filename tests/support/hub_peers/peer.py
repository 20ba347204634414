"""Play an engine that behaves as its argument says; it knows the first position alone.

Run by the tests as a program of its own, without the library under test.
"""

import os
import signal
import subprocess
import sys
import time

MANNER = sys.argv[1] if len(sys.argv) > 1 else "good"
IDENTITY = 'id name=Peer version=3.1 author="Some One" country=Nowhere'
PARAMS = (
    'param name=variant value=normal type=enum values="normal killer bt frisian losing"',
    "param name=book value=true type=bool",
    "param name=threads value=1 type=int min=1 max=16",
    "param name=pace value=0.50 type=real min=0 max=1.5",
    'param name=path value="" type=string',
)
INFO = 'info depth={0} mean-depth={0}.0 score=0.0{0} nodes=25 time=0.00 nps=0.01 pv="32-28 19-23"'
DONE = "done move=32-28 ponder=19-23"
ANSWERS = {
    "liar": "done move=32-27x9",
    "illegal": "done move=32-23",
    "nonsense": "done move=hello",
    "ambiguous": "done move=23x15",
    "empty": "done",
    "misspelt": 'done move="32-28',
    "complains": 'error message="bad position"',
    "long": "info pv=" + "x" * 100_000,
    "binary": "info \0\1\2",
    "spaced": '  done   move = "32-28"   ponder=19-23  later=yes flag',
    "odd_pv": 'info depth=nan score=x nodes=1e3 time=-1 pv="32-28 1-50 19-23"\n' + DONE,
    "bookish": "done move=32-28",
}


def say(line: str) -> None:
    ends = "\r\n" if MANNER == "crlf" else "\n"
    written = (line + ends).encode("latin-1" if MANNER == "latin" else "utf-8")
    if MANNER == "halves":
        for at in range(0, len(written), 7):
            os.write(1, written[at : at + 7])
            time.sleep(0.001)
    else:
        os.write(1, written)


def sleep_for_ever() -> None:
    while True:
        time.sleep(1)


def start() -> None:
    if MANNER == "dies":
        sys.stderr.write("cannot find my book\n")
        sys.exit(3)
    if MANNER in ("silent",):
        sleep_for_ever()
    if MANNER == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        sleep_for_ever()
    if MANNER == "unread":
        say(PARAMS[-1])
        say("wait")
        sleep_for_ever()
    if MANNER == "banner":
        say('Peer 3.1 "the best"')
        say("")
        say("= = =")
    if MANNER == "noisy":
        sys.stderr.write("complaint\n" * 100_000)
    if MANNER == "orphans":
        child = subprocess.Popen([sys.executable, "-S", __file__, "stubborn"])
        sys.stderr.write(f"child {child.pid}\n")
        sys.stderr.flush()


def search(mode: str) -> None:
    """Answer `go`; what is asked meanwhile is heard by the manners that need it."""
    if MANNER == "crashes":
        sys.stderr.write("assertion failed\n")
        sys.stderr.flush()
        os.kill(os.getpid(), signal.SIGSEGV)
    if MANNER == "leaves":
        sys.exit(0)
    if MANNER == "orphans":
        sys.exit(1)
    if MANNER == "hangs":
        sleep_for_ever()
    if MANNER == "shuts":
        os.close(1)
        sleep_for_ever()
    if MANNER == "floods":
        while True:
            os.write(1, b"info depth=1 score=0.01\n" * 1000)
    if MANNER == "pours":
        while True:
            os.write(1, b"x" * 1000)
    if MANNER in ("waits", "late") or mode == "ponder":
        wait()
    if MANNER == "slow":
        time.sleep(0.5)
    if MANNER in ANSWERS:
        say(ANSWERS[MANNER])
        if not ANSWERS[MANNER].strip().startswith(("done", "info depth")):
            sleep_for_ever()
        return
    for depth in range(1, 4):
        say(INFO.format(depth))
    say("info")
    say("rumour about=nothing")
    say(DONE)


def wait() -> None:
    say(INFO.format(1))
    for line in sys.stdin:
        if line.startswith(("stop", "ponder-hit")):
            if MANNER == "late":
                time.sleep(0.2)
            return
        if line.startswith("ping") and MANNER != "hangs":
            say("pong")
    sys.exit(0)


def main() -> None:
    start()
    log = open(sys.argv[2] if len(sys.argv) > 2 else os.devnull, "a", buffering=1)  # noqa: SIM115
    for line in sys.stdin:
        words = line.split()
        log.write(line)
        if words[0] == "hub":
            say(IDENTITY if MANNER != "latin" else IDENTITY.replace("Some", "Zo\xeb"))
            for param in PARAMS if MANNER != "plain" else ():
                say(param)
            if MANNER == "no_wait":
                sleep_for_ever()
            say("wait")
        elif words[0] == "init":
            if MANNER == "no_ready":
                sleep_for_ever()
            if MANNER == "quits_early":
                sys.exit(7)
            if MANNER == "no_input":
                os.close(0)
            say("loading ...")
            say("ready")
            if MANNER == "no_input":
                sleep_for_ever()
        elif words[0] == "go":
            search(words[1])
        elif words[0] == "ping":
            say("pong")
        elif words[0] == "quit":
            break
    if MANNER == "stays":
        sleep_for_ever()


if __name__ == "__main__":
    main()

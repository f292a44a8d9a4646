#!/usr/bin/env python3
"""escape.py DIR COMMAND...: runs the command with a canary tree in the new directory DIR for escape.c to
find, and fails if anything of it, or the machine's devices, was changed or reached."""
import ctypes
import os
import socket
import subprocess
import sys

libc = ctypes.CDLL(None)


def stamp(path):
    status = os.lstat(path)
    return status.st_mode, status.st_uid, status.st_gid, int(status.st_mtime) if os.path.isfile(path) else 0, status.st_size


def picture(canary):
    names = [os.path.join(root, name) for root, _, files in os.walk(canary) for name in files]
    devices = [f"/dev/{name}" for name in ("null", "zero", "full", "random", "urandom", "tty")]
    files = {name: open(name, "rb").read() for name in names if os.path.isfile(name)}
    return {name: stamp(name) for name in sorted(names + devices)}, files, os.stat("/dev/null").st_mtime


def main():
    canary, command = sys.argv[1], sys.argv[2:]
    os.makedirs(canary)
    os.chmod(canary, 0o777)
    with open(f"{canary}/file", "w") as file:
        file.write("canary\n")
    os.chmod(f"{canary}/file", 0o666)
    os.mkfifo(f"{canary}/pipe", 0o666)
    os.chmod(f"{canary}/pipe", 0o666)
    pipe = os.open(f"{canary}/pipe", os.O_RDONLY | os.O_NONBLOCK)
    streams = []
    for name in (f"{canary}/stream", "\0smew-canary"):
        stream = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        stream.bind(name)
        stream.listen()
        stream.setblocking(False)
        streams.append(stream)
    datagram = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    datagram.bind(f"{canary}/datagram")
    datagram.setblocking(False)
    for name in ("stream", "datagram"):
        os.chmod(f"{canary}/{name}", 0o777)
    inherited = os.open(f"{canary}/file", os.O_RDWR)
    os.set_inheritable(inherited, True)
    segment = libc.shmget(0x5E3E1, 4096, 0o1666)
    before = picture(canary)
    ended = subprocess.run(command, env={**os.environ, "CANARY": canary, "OUTSIDE": str(os.getpid())}, close_fds=False)
    problems = []
    if picture(canary) != before:
        problems.append(f"changed:\n{before}\n{picture(canary)}")
    for stream in streams:
        try:
            stream.accept()
            problems.append(f"connected: {stream.getsockname()!r}")
        except BlockingIOError:
            pass
    try:
        problems.append(f"datagram: {datagram.recv(100)}")
    except BlockingIOError:
        pass
    try:
        if os.read(pipe, 100):
            problems.append("the pipe was written to")
    except BlockingIOError:
        pass
    libc.shmctl(segment, 0, None)
    for problem in problems:
        print(f"escape.py: {problem}", file=sys.stderr)
    sys.exit(97 if problems else ended.returncode)


main()

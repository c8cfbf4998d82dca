"""Runs rows beside each other if they need different resources."""
import os
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

# Of these there is one: guests of the laboratory, the build's folder and its log of tests, a cluster of Spark, and a place beside
# the cores for a row that mostly waits. "cpu" is a core.
SINGLE = ("laboratory", "build", "spark", "waiting")


def run(rows, work, cores=os.cpu_count()):
    """Calls `work` with each row as soon as what it needs is free: first the rows with another build, then the longest."""
    free = Counter({"cpu": max(2, cores), **dict.fromkeys(SINGLE, 1)})
    waiting = sorted(rows, key=lambda row: (row.check_build == "debug", -row.seconds))
    running = {}
    with ThreadPoolExecutor(max(1, len(waiting))) as pool:
        while waiting or running:
            for row in list(waiting):
                if Counter(row.needs) <= free:
                    free -= Counter(row.needs)
                    waiting.remove(row)
                    running[pool.submit(work, row)] = row
            ended, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in ended:
                free += Counter(running.pop(future).needs)
                future.result()  # raises what `work` raised: a row that ends early must not pass

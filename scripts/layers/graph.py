"""Circles in a graph of dependencies: `{node: set of nodes that it depends on}`."""


def circles(graph):
    """The shortest circle in each group of nodes that reach one another, as a chain that ends with the node that it begins with."""
    reachable = {node: _reachable(graph, node) for node in graph}
    found, seen = [], set()
    for node in sorted(graph):
        if node in reachable[node] and node not in seen:
            group = {other for other in reachable[node] if node in reachable.get(other, ())}
            seen |= group
            found.append(min((_shortest(graph, start) for start in sorted(group)), key=len))
    return found


def _reachable(graph, start):
    found, open_nodes = set(), [start]
    while open_nodes:
        for node in graph.get(open_nodes.pop(), ()):
            if node not in found:
                found.add(node)
                open_nodes.append(node)
    return found


def _shortest(graph, start):
    """The shortest chain from a node in a circle back to itself."""
    chains = [[start]]
    for chain in chains:
        for node in sorted(graph.get(chain[-1], ())):
            if node == start:
                return chain + [node]
            if node not in chain:
                chains.append(chain + [node])
    raise ValueError(f"{start} is in no circle")

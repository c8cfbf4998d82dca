"""Finds cycles in a graph of dependencies: `{node: set of nodes that it depends on}`."""


def circles(graph):
    """Returns the shortest cycle in each group of mutually reachable nodes, as a chain that starts and ends with the same node."""
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
    """Returns the shortest chain from a node in a cycle back to itself."""
    chains = [[start]]
    for chain in chains:
        for node in sorted(graph.get(chain[-1], ())):
            if node == start:
                return chain + [node]
            if node not in chain:
                chains.append(chain + [node])
    raise ValueError(f"{start} is not in a cycle")

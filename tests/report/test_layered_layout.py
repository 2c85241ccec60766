"""Places of nodes and ribbons in a layered flow."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from analyzer.report.layered_layout import Flow, Layout, lay_out

HEIGHT, LEAST, GAP = 10.0, 0.05, 0.02


@st.composite
def layered(draw: st.DrawFn) -> tuple[list[list[str]], list[Flow]]:
    sizes = draw(st.lists(st.integers(1, 6), min_size=2, max_size=5))
    layers = [[f"{layer}-{place}" for place in range(size)] for layer, size in enumerate(sizes)]
    flows = []
    for layer, keys in enumerate(layers[:-1]):
        later = [key for other in layers[layer + 1 :] for key in other]
        for key in keys:
            targets = draw(st.lists(st.sampled_from(later), max_size=4, unique=True))
            flows += [Flow(key, target, draw(st.floats(0.01, 1))) for target in targets]
    return layers, flows


def laid_out(graph: tuple[list[list[str]], list[Flow]]) -> Layout:
    return lay_out(*graph, height=HEIGHT, least_height=LEAST, gap=GAP)


@given(layered())
def test_boxes_of_a_layer_do_not_overlap_and_stay_inside(
    graph: tuple[list[list[str]], list[Flow]],
) -> None:
    layout = laid_out(graph)
    for layer in range(len(graph[0])):
        boxes = sorted((box for box in layout.boxes.values() if box.layer == layer), key=lambda box: box.top)
        assert boxes[0].top >= -1e-9
        assert boxes[-1].top + boxes[-1].height <= HEIGHT + 1e-6
        for above, below in pairwise(boxes):
            assert above.top + above.height <= below.top + 1e-9


@given(layered())
def test_ribbons_start_and_end_inside_their_boxes(graph: tuple[list[list[str]], list[Flow]]) -> None:
    layout = laid_out(graph)
    for ribbon in layout.ribbons:
        for key, middle in ((ribbon.source, ribbon.start), (ribbon.target, ribbon.end)):
            box = layout.boxes[key]
            assert box.top - 1e-6 <= middle - ribbon.width / 2
            assert middle + ribbon.width / 2 <= box.top + box.height + 1e-6
        assert layout.boxes[ribbon.target].layer == layout.boxes[ribbon.source].layer + 1


@given(layered())
def test_the_layout_is_the_same_every_time(graph: tuple[list[list[str]], list[Flow]]) -> None:
    assert laid_out(graph) == laid_out(graph)


def test_an_order_with_fewer_crossings_is_found() -> None:
    flows = [Flow("a", "y", 1.0), Flow("b", "x", 1.0)]
    layout = lay_out([["a", "b"], ["x", "y"]], flows, height=HEIGHT)
    tops = {key: box.top for key, box in layout.boxes.items()}
    assert (tops["a"] < tops["b"]) == (tops["y"] < tops["x"])


def test_no_sweeps_keep_the_order() -> None:
    flows = [Flow("a", "y", 1.0), Flow("b", "x", 1.0)]
    layout = lay_out([["a", "b"], ["x", "y"]], flows, height=HEIGHT, sweeps=0)
    assert layout.boxes["a"].top < layout.boxes["b"].top
    assert layout.boxes["x"].top < layout.boxes["y"].top


def test_ribbons_that_pass_a_layer_have_a_place_in_it() -> None:
    flows = [Flow("a", "b", 1.0), Flow("a", "c", 1.0), Flow("b", "c", 1.0)]
    layout = lay_out([["a"], ["b"], ["c"]], flows, height=HEIGHT)
    passing = [box for box in layout.boxes.values() if not box.is_node]
    assert len(passing) == 1
    assert len(layout.ribbons) == 4

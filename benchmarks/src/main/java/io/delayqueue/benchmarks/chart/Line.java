package io.delayqueue.benchmarks.chart;

import java.util.List;

/** A contender's line in a picture; the points are in the order of x. */
record Line(String contender, List<Point> points) {

    record Point(double x, double y) {}
}

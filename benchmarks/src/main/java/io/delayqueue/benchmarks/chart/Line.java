package io.delayqueue.benchmarks.chart;

import java.util.List;

/** Line of a contender in a picture, with points in the order of x. */
record Line(String contender, List<Point> points) {

    record Point(double x, double y) {}
}

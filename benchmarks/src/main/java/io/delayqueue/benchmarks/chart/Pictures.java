package io.delayqueue.benchmarks.chart;

import io.delayqueue.benchmarks.measure.Results;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All pictures. */
public final class Pictures {

    private Pictures() {}

    /** {@return the pictures with measured data} */
    public static List<Picture> of(Results results) {
        return Stream.concat(
                        Stream.of(LatenessChart.of(results)),
                        PendingChart.ALL.stream().map(chart -> chart.of(results)))
                .flatMap(Optional::stream)
                .toList();
    }
}

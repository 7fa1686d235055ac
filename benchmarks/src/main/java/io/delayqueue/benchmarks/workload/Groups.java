package io.delayqueue.benchmarks.workload;

import java.util.List;
import java.util.stream.IntStream;

/** One application with many groups. */
public final class Groups implements Workload {

    @Override
    public String name() {
        return "groups";
    }

    @Override
    public List<Trial> trials(Scale scale) {
        return IntStream.of(scale.of(new int[] {1, 10, 100, 1_000}, new int[] {1, 10}))
                .mapToObj(number -> (Trial) new GroupsTrial(number, scale))
                .toList();
    }
}

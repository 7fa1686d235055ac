package io.delayqueue.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.benchmarks.measure.Target;
import io.delayqueue.benchmarks.measure.Targets;
import io.delayqueue.benchmarks.workload.Scale;
import org.junit.jupiter.api.Test;

class TextTableTests {

    private final SampleReport sample = new SampleReport();

    @Test
    void columnsShouldBeAligned() {
        sample.higher("drain 50,000", Targets.atLeastTimes(25, "Redisson"))
                .ours(40_000)
                .of("Redisson", 1_000)
                .failed("limit", "a reason that is too long for a cell");
        sample.lower("sparse", Target.NONE).ours(1.5);
        assertThat(TextTable.of(sample.report())).isEqualTo("""
                        Run: 2026-11-21 19:27 UTC, 3 rounds interleaved A B A B, payload 80 bytes
                        Machine: A Processor, 2 CPUs, 24 GiB, Linux 6.18
                        JDK: Vendor 17.0.15
                        Redis: 7.0.15, at localhost:6379
                        Contenders: delayqueue (1.2.3), Redisson (4.7.0), limit (Jedis 7.4.1)

                        trial         metric               delayqueue  Redisson    limit                                    target            result
                        ------------  -------------------  ----------  ----------  ---------------------------------------  ----------------  ------
                        drain 50,000  throughput, tasks/s  40,000      1,000, 40x  failed: a reason that is too lon... [1]  >= 25 x Redisson  met
                        sparse        lateness p99, ms     1.5         -           -

                        [1] limit, drain 50,000: a reason that is too long for a cell
                        A cell has the median of the rounds and, in brackets, the minimum and the maximum.
                        "2.5x" beside a contender: delayqueue is 2.5 times better. Above 1x always means that delayqueue is better, whether high or low values are.
                        "-": not measured. Targets apply to the median of delayqueue.
                        """);
    }

    @Test
    void quickRunShouldSayThatItIs() {
        assertThat(TextTable.of(sample.report(new Scale(true, 1, Scale.MAX_TASKS))))
                .contains("1 round interleaved A B A B, quick: rough figures");
    }
}

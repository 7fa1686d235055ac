package io.delayqueue.benchmarks.micro;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.AddResult;
import org.junit.jupiter.api.Test;

class MicroBenchmarksTests {

    @Test
    void batchingShouldAdd() {
        BatchingBenchmark benchmark = new BatchingBenchmark();
        benchmark.open();
        assertThat(benchmark.addBy01Thread().outcome()).isEqualTo(AddResult.Outcome.ADDED);
        benchmark.close();
    }

    @Test
    void serializationShouldWriteAndRead() throws Exception {
        SerializationBenchmark benchmark = new SerializationBenchmark();
        assertThat(benchmark.write().detail()).isNotEmpty();
        assertThat(benchmark.read()).isNotNull();
    }
}

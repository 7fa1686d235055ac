package io.delayqueue.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.benchmarks.measure.Target;
import io.delayqueue.benchmarks.measure.Targets;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonReportTests {

    private final SampleReport sample = new SampleReport();

    @Test
    void settingShouldTellHowItWasMeasured() {
        assertThat(json().get("setting")).isEqualTo(read("""
                        {"date": "2026-11-21T19:27:30Z", "rounds": 3, "quick": false, "payloadBytes": 80,
                         "machine": {"cpu": "A Processor", "cpus": 2, "memoryBytes": 25769803776,
                                     "os": "Linux 6.18", "java": "Vendor 17.0.15"},
                         "redis": {"version": "7.0.15", "where": "at localhost:6379"}}
                        """));
        assertThat(json().get("contenders")).isEqualTo(read("""
                        {"delayqueue": "1.2.3", "Redisson": "4.7.0", "limit": "Jedis 7.4.1"}
                        """));
    }

    @Test
    void rowShouldHaveTheValuesOfAllRounds() {
        sample.lower("sparse", Targets.atMost(3, "ms"))
                .ours(4, 1, 2)
                .of("Redisson", 8.5)
                .failed("limit", "broke");
        assertThat(json().get("rows")).isEqualTo(read("""
                        [{"trial": "sparse", "metric": "lateness p99", "unit": "ms", "better": "lower",
                          "target": "<= 3 ms", "met": true,
                          "values": {
                            "delayqueue": {"rounds": [4.0, 1.0, 2.0], "median": 2.0, "least": 1.0, "most": 4.0,
                                           "ratio": null, "failure": null},
                            "Redisson": {"rounds": [8.5], "median": 8.5, "least": 8.5, "most": 8.5,
                                         "ratio": 4.25, "failure": null},
                            "limit": {"rounds": [], "ratio": null, "failure": "broke"}}}]
                        """));
    }

    @Test
    void targetsWithoutVerdictShouldBeNull() {
        sample.higher("drain", Target.NONE).ours(1);
        sample.higher("add", Targets.atLeastTimes(6, "Redisson")).ours(1);
        assertThat(json().get("rows").get(0).get("target").asString()).isEmpty();
        assertThat(json().get("rows").get(0).get("met").isNull()).isTrue();
        assertThat(json().get("rows").get(1).get("target").asString()).isEqualTo(">= 6 x Redisson");
        assertThat(json().get("rows").get(1).get("met").isNull()).isTrue();
    }

    @Test
    void latenciesShouldBeInMilliseconds() {
        Histogram micros = new Histogram(3);
        for (int i = 1; i <= 1_000; i++) {
            micros.recordValue(i);
        }
        sample.results().latency("sparse", "limit", micros);
        assertThat(json().get("latencies")).isEqualTo(read("""
                        [{"trial": "sparse", "contender": "limit", "count": 1000, "percentiles": [
                          {"percentile": 0.0, "ms": 0.001}, {"percentile": 50.0, "ms": 0.5},
                          {"percentile": 75.0, "ms": 0.75}, {"percentile": 90.0, "ms": 0.9},
                          {"percentile": 95.0, "ms": 0.95}, {"percentile": 99.0, "ms": 0.99},
                          {"percentile": 99.9, "ms": 0.999}, {"percentile": 100.0, "ms": 1.0}]}]
                        """));
    }

    @Test
    void fieldsShouldBeInTheOrderOfTheDocumentation() {
        sample.higher("drain", Target.NONE).ours(1);
        assertThat(JsonReport.of(sample.report()))
                .containsSubsequence(
                        "setting", "date", "machine", "contenders", "rows", "trial", "values", "latencies");
    }

    private JsonNode json() {
        return read(JsonReport.of(sample.report()));
    }

    private static JsonNode read(String json) {
        return JsonMapper.shared().readTree(json);
    }
}

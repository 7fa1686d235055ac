package io.delayqueue.autoconfigure.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.TaskNotReplicatedException;
import io.delayqueue.TaskStoreUnavailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.mock.env.MockEnvironment;

/** What an application prints that finds no Redis. Nothing listens on port 1. */
@ExtendWith(OutputCaptureExtension.class)
class NoRedisTests {

    private final CapturedOutput output;

    NoRedisTests(CapturedOutput output) {
        this.output = output;
    }

    private String report(Class<?> configuration, String... arguments) {
        return FailingStart.report(output, configuration, arguments);
    }

    @Test
    void reportShouldNameTheAddressItsPropertyAndTheWaysOut() {
        assertThat(report(Nothing.class, "--spring.data.redis.host=localhost", "--spring.data.redis.port=1"))
                .contains("Redis at localhost:1 did not answer ")
                .contains("Connection refused")
                .contains(
                        "The address comes from spring.data.redis.host (\"spring.data.redis.host\" from property source"
                                + " \"commandLineArgs\").\n")
                .contains("Action:\n")
                .contains("redis-server")
                .contains("spring.data.redis.url")
                .contains("delayqueue.enabled=false");
    }

    @Test
    void reportShouldNotShowThePasswordOfAUrl() {
        assertThat(report(Nothing.class, "--spring.data.redis.url=redis://user:secret@localhost:1"))
                .contains("The address comes from spring.data.redis.url (")
                .doesNotContain("secret");
    }

    @Test
    void reportShouldNameAListOfNodes() {
        assertThat(report(Nothing.class, "--spring.data.redis.cluster.nodes=localhost:1"))
                .contains("Could not initialize cluster slots cache. (Failed to connect to localhost:1.)")
                .contains("spring.data.redis.host and .port")
                .doesNotContain("delayqueue.enabled=false")
                .contains("The address comes from spring.data.redis.cluster.nodes (");
        assertThat(report(
                        Nothing.class,
                        "--spring.data.redis.sentinel.master=m",
                        "--spring.data.redis.sentinel.nodes[0]=localhost:1"))
                .contains("All sentinels down, cannot determine where m is running.")
                .contains("The address comes from spring.data.redis.sentinel.nodes (");
    }

    @Test
    void reportShouldNameTheBeanThatSaysWhereRedisIs() {
        assertThat(report(Details.class, "--spring.data.redis.host=elsewhere"))
                .contains("Redis at localhost:1 did not answer ")
                .contains(
                        "The address comes from the bean 'container' of " + DataRedisConnectionDetails.class.getName());
    }

    @Test
    void reportShouldTellThatTheAddressIsTheDefault() {
        FailureAnalysis analysis = new RedisFailureAnalyzer(new DefaultListableBeanFactory(), new MockEnvironment())
                .analyze(new IllegalStateException(new TaskStoreUnavailableException("gone", null)));
        assertThat(analysis).isNotNull();
        assertThat(analysis.getDescription())
                .isEqualTo("gone\n\nNo property says where Redis is, so this is the default of spring.data.redis.host"
                        + " and .port.");
    }

    @Test
    void missingReplicasShouldNotBeTakenForAMissingRedis() {
        assertThat(new RedisFailureAnalyzer(new DefaultListableBeanFactory(), new MockEnvironment())
                        .analyze(new TaskNotReplicatedException("one of two", 1, 2, null)))
                .isNull();
    }

    static class Nothing {}

    static class Details {
        @Bean
        DataRedisConnectionDetails container() {
            return new DataRedisConnectionDetails() {
                @Override
                public Standalone getStandalone() {
                    return Standalone.of("localhost", 1);
                }
            };
        }
    }
}

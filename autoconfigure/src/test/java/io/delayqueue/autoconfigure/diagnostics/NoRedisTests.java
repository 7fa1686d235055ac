package io.delayqueue.autoconfigure.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.delayqueue.TaskNotReplicatedException;
import io.delayqueue.TaskStoreUnavailableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.Bean;
import org.springframework.mock.env.MockEnvironment;

/** Reports of the start without a reachable Redis. Nothing listens on port 1. */
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
                .contains("ConnectException")
                .contains(
                        "The address comes from spring.data.redis.host (\"spring.data.redis.host\" from property source"
                                + " \"commandLineArgs\") and spring.data.redis.port (\"spring.data.redis.port\" from property"
                                + " source \"commandLineArgs\").\n")
                .contains("Action:\n")
                .contains("redis-server")
                .contains("spring.data.redis.url")
                .contains("delayqueue.enabled=false");
    }

    @Test
    void actionsShouldNameTheKitAndTheStoreInMemoryWhereTheyAre() {
        DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();
        RedisFailureAnalyzer analyzer = new RedisFailureAnalyzer(beanFactory, new MockEnvironment());
        RuntimeException failure = new TaskStoreUnavailableException("gone", null);
        assertThat(analyzer.analyze(failure).getAction())
                .endsWith("\n  - Switch the queue off: delayqueue.enabled=false"
                        + "\n  - Do without Redis in tests and in runs on this machine: with delayqueue-test in the scope"
                        + " test, annotate a test with @AutoConfigureDelayQueueTest, or start the application with"
                        + " mvn spring-boot:test-run -Dspring-boot.run.arguments=--delayqueue.store=memory");
        beanFactory.setBeanClassLoader(MissingStoreTests.withModule());
        assertThat(analyzer.analyze(failure).getAction())
                .endsWith("\n  - Switch the queue off: delayqueue.enabled=false"
                        + "\n  - Do without Redis, as delayqueue-test is there: @AutoConfigureDelayQueueTest on a test,"
                        + " delayqueue.store=memory for a run");
    }

    @Test
    void emptyListOfNodesShouldBeNamed() {
        MockEnvironment environment = new MockEnvironment().withProperty("spring.data.redis.cluster.nodes", "");
        RedisFailureAnalyzer analyzer = new RedisFailureAnalyzer(new DefaultListableBeanFactory(), environment);
        assertThat(analyzer.analyze(new TaskStoreUnavailableException("gone", null))
                        .getDescription())
                .contains("The address comes from spring.data.redis.cluster.nodes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"spring.data.redis", "delayqueue.redis", "delayqueue.queues.mail.redis"})
    void hostWithAnUnderscoreInAUrlShouldPointToHostAndPort(String prefix) {
        assertThat(report(Nothing.class, "--" + prefix + ".url=redis://user:secret@my_redis:6379"))
                .contains("The host in the URL is not readable, as with '_' in its name. The address comes from "
                        + prefix + ".url (")
                .contains("Action:\n\nSet " + prefix + ".host and .port")
                .doesNotContain("secret");
    }

    @Test
    void urlOfAnotherSchemeShouldBeReported() {
        assertThat(report(Nothing.class, "--delayqueue.redis.url=http://user:secret@localhost:1"))
                .contains("The URL is not that of a Redis. The address comes from delayqueue.redis.url (")
                .doesNotContain("secret");
    }

    @Test
    void unknownHostShouldBeReported() {
        assertThat(report(Nothing.class, "--spring.data.redis.host=nowhere.invalid"))
                .contains("UnknownHostException: nowhere.invalid")
                .contains("This machine does not know the name of the host. The address comes from"
                        + " spring.data.redis.host (")
                .contains("Action:\n\nCorrect the name in spring.data.redis.host")
                .doesNotContain("Start Redis there", "(call:");
    }

    @Test
    void serverOfHttpShouldBeReported() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        try {
            assertThat(report(
                            Nothing.class,
                            "--spring.data.redis.host=localhost",
                            "--spring.data.redis.port=" + server.getAddress().getPort()))
                    .contains("The server at this address answers, but not as Redis does")
                    .contains("Action:\n\nSet spring.data.redis.port")
                    .doesNotContain("did not answer");
        } finally {
            server.stop(0);
        }
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

    @ParameterizedTest
    @ValueSource(strings = {"spring.data.redis", "delayqueue.redis"})
    void reportShouldSayThatAListOfReplicasCannotBeUsed(String prefix) {
        assertThat(report(Nothing.class, "--" + prefix + ".masterreplica.nodes=localhost:1,localhost:2"))
                .contains(
                        "The client of the queue is Jedis, which cannot use a static list of a master and its replicas."
                                + " The address comes from " + prefix + ".masterreplica.nodes (")
                .contains("Action:\n\nReplace " + prefix + ".masterreplica.nodes by " + prefix
                        + ".host and .port of the master")
                .contains(prefix + ".sentinel.master");
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
        assertThat(description("gone"))
                .isEqualTo(
                        "gone\n\nNo property gives an address of Redis, so this is the default of spring.data.redis.host"
                                + " and .port.");
    }

    @ParameterizedTest
    @CsvSource({
        "one:6379, spring.data.redis.host",
        "two:6379, delayqueue.redis.host",
        "three:7000, delayqueue.queues.mail.redis.url",
        "cluster four:1, delayqueue.queues.bulk.redis.cluster.nodes"
    })
    void addressOfAQueuesOwnRedisShouldBeReported(String address, String property) {
        assertThat(description(
                        "Redis at " + address + " did not answer",
                        "spring.data.redis.host=one",
                        "delayqueue.redis.host=two",
                        "delayqueue.queues.mail.redis.url=redis://user:secret@three:7000",
                        "delayqueue.queues.bulk.redis.cluster.nodes=four:1,five:1"))
                .contains("The address comes from " + property + " (")
                .doesNotContain("secret");
    }

    @Test
    void actionsShouldBeThoseOfTheQueuesOwnRedis() {
        String[] properties = {
            "spring.data.redis.host=one", "delayqueue.redis.host=two", "delayqueue.queues.mail.redis.host=three"
        };
        assertThat(analysis("Redis at one:6379 did not answer", properties).getAction())
                .contains("spring.data.redis.host and .port, spring.data.redis.url", "delayqueue.enabled=false");
        assertThat(analysis("Redis at two:6379 did not answer", properties).getAction())
                .contains("delayqueue.redis.host and .port, delayqueue.redis.url", "delayqueue.redis.ssl.enabled=true")
                .contains("delayqueue.enabled=false")
                .doesNotContain("spring.data");
        assertThat(analysis("Redis at three:6379 did not answer", properties).getAction())
                .contains("delayqueue.queues.mail.redis.host and .port, delayqueue.queues.mail.redis.url")
                .contains("delayqueue.queues.mail.redis.ssl.enabled=true", "delayqueue.queues.mail.enabled=false")
                .doesNotContain("spring.data", "delayqueue.enabled");
    }

    @Test
    void ownRedisWithoutAnAddressShouldBeAtTheDefaultOne() {
        FailureAnalysis analysis = analysis(
                "Redis at localhost:6379 did not answer",
                "spring.data.redis.host=one",
                "delayqueue.queues.mail.redis.password=secret");
        assertThat(analysis.getDescription())
                .endsWith(
                        "No property gives an address of Redis, so this is the default of delayqueue.queues.mail.redis.host"
                                + " and .port.");
        assertThat(analysis.getAction()).contains("delayqueue.queues.mail.redis.host and .port");
    }

    private static String description(String message, String... properties) {
        return analysis(message, properties).getDescription();
    }

    private static FailureAnalysis analysis(String message, String... properties) {
        MockEnvironment environment = new MockEnvironment();
        TestPropertyValues.of(properties).applyTo(environment);
        FailureAnalysis analysis = new RedisFailureAnalyzer(new DefaultListableBeanFactory(), environment)
                .analyze(new IllegalStateException(new TaskStoreUnavailableException(message, null)));
        assertThat(analysis).isNotNull();
        return analysis;
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

package io.delayqueue.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.Arrays;
import java.util.List;
import net.bytebuddy.ByteBuddy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class PropertyWarningsTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(DelayQueueAutoConfiguration.class))
            .withBean(FakeBackend.class)
            .withUserConfiguration(FakeBackend.Billing.class);

    private final Logger logger = (Logger) LoggerFactory.getLogger(PropertyWarnings.class);

    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    PropertyWarningsTests() {
        appender.start();
        logger.addAppender(appender);
    }

    @AfterEach
    void detach() {
        logger.detachAppender(appender);
    }

    private List<String> warnings(ApplicationContextRunner application, String... properties) {
        application.withPropertyValues(properties).run(context -> assertThat(context)
                .hasNotFailed());
        assertThat(appender.list)
                .allSatisfy(event -> assertThat(event.getLevel()).isEqualTo(Level.WARN));
        return appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void unknownPropertyShouldBeNamedWithItsOriginAndTheNearest() {
        assertThat(warnings(runner, "delayqueue.conccurency=4"))
                .singleElement()
                .asString()
                .startsWith("delayqueue.conccurency (\"delayqueue.conccurency\" from property source ")
                .endsWith(": is delayqueue.concurrency meant?");
    }

    @ParameterizedTest
    @CsvSource({
        "delayqueue.shutdown-timeout=40s, delayqueue.shutdown-timeout, 40s, 30s",
        "'delayqueue.shutdown-timeout=6s,spring.lifecycle.timeout-per-shutdown-phase=5s', delayqueue.shutdown-timeout, 6s, 5s",
        "'delayqueue.queues.billing.shutdown-timeout=31s', delayqueue.queues.billing.shutdown-timeout, 31s, 30s"
    })
    void stopTimeLongerThanThePhaseOfSpringShouldBeNamedWithBoth(
            String properties, String name, String time, String phase) {
        assertThat(warnings(runner, properties.split(",")))
                .singleElement()
                .asString()
                .startsWith(name + " is " + time + ", which is more than the " + phase
                        + " of spring.lifecycle.timeout-per-shutdown-phase");
    }

    @Test
    void stopTimeAsLongAsThePhaseShouldNotBeNamed() {
        assertThat(warnings(
                        runner,
                        "delayqueue.shutdown-timeout=30s",
                        "delayqueue.queues.billing.shutdown-timeout=1m",
                        "delayqueue.queues.billing.enabled=false"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "delayqueue.allowed-callbacks, com.example, com.example.*",
        "delayqueue.allowed-callbacks, java.util.Map.Entry, java.util.Map$Entry",
        "delayqueue.queues.billing.allowed-callbacks, com.example.Mail, com.example.Mail.*"
    })
    void allowedCallbackThatIsNoClassShouldBeNamedWithTheNearest(String property, String name, String nearest) {
        assertThat(warnings(runner, property + "=java.lang.String,com.example.*," + name))
                .containsExactly(property + " has " + name + ", which is the name of no class and allows none: is "
                        + nearest + " meant?");
    }

    @ParameterizedTest
    @CsvSource({
        "spring.data.redis.client-type=lettuce, spring.data.redis",
        "spring.data.redis.lettuce.pool.max-active=50, spring.data.redis",
        "delayqueue.redis.client-type=LETTUCE, delayqueue.redis",
        "delayqueue.redis.lettuce.pool.max-active=50, delayqueue.redis",
        "delayqueue.queues.billing.redis.lettuce.pool.max-active=50, delayqueue.queues.billing.redis"
    })
    void optionOfLettuceShouldBeNamedWithItsPlace(String property, String redis) {
        assertThat(warnings(runner, property))
                .singleElement()
                .asString()
                .startsWith(redis + ".")
                .endsWith("set " + redis + ".jedis.* instead");
    }

    @Test
    void optionOfTheApplicationsOwnLettuceShouldNotBeNamed() {
        ClassLoader lettuce = new ByteBuddy()
                .subclass(Object.class)
                .name("io.lettuce.core.RedisClient")
                .make()
                .load(getClass().getClassLoader())
                .getLoaded()
                .getClassLoader();
        assertThat(warnings(
                        runner.withClassLoader(lettuce),
                        "spring.data.redis.client-type=lettuce",
                        "spring.data.redis.lettuce.pool.max-active=50"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "delayqueue.redis.client-type=jedis,delayqueue.redis.jedis.pool.max-active=9",
                "spring.data.redis.client-type=jedis,spring.data.redis.jedis.pool.max-active=9"
            })
    void optionOfJedisShouldNotBeNamed(String properties) {
        assertThat(warnings(runner, Arrays.stream(properties.split(",")).toArray(String[]::new)))
                .isEmpty();
    }
}

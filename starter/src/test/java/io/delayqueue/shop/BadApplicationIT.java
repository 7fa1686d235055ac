package io.delayqueue.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.testing.RedisContents;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.NestedExceptionUtils;

/** Applications that cannot start do not change Redis. */
class BadApplicationIT {

    @AutoClose
    private static final RedisServer SERVER = RedisServer.start();

    private static final String NAME =
            "must be a letter followed by letters, digits, '-', '_' or '.', 128 characters at most, but is ";

    private static final ApplicationContextInitializer<GenericApplicationContext> NOTHING = context -> {};

    /** Initial content: a task of an application that has ended. */
    @BeforeAll
    static void prepare() {
        try (Instance instance = start(NOTHING)) {
            instance.context()
                    .getBean(DelayQueueService.class)
                    .addTask(Task.of("shop", "t")
                            .id("kept")
                            .delay(Duration.ofHours(1))
                            .build());
        }
        assertThat(SERVER.client().exists("{shop}:DETAIL")).isTrue();
    }

    private static Instance start(
            ApplicationContextInitializer<GenericApplicationContext> beans, String... properties) {
        Stream<String> address =
                Stream.of("spring.data.redis.host=" + SERVER.host(), "spring.data.redis.port=" + SERVER.port());
        String[] all = Stream.concat(address, Stream.of(properties)).toArray(String[]::new);
        return new Instance(ShopApplication.start("shop", beans, all), "shop");
    }

    static Stream<Arguments> applications() {
        return Stream.of(
                Arguments.of(NOTHING, "delayqueue.lease=soon", "'soon' is not a valid duration"),
                Arguments.of(
                        NOTHING,
                        "delayqueue.retry.max-delay=1ms",
                        "delayqueue.retry.max-delay must be at least the initial delay (1s), but is 1ms"),
                Arguments.of(
                        NOTHING,
                        "delayqueue.groups.other=no way",
                        "delayqueue.groups.other: topic " + NAME + "'no way'"),
                Arguments.of(NOTHING, "delayqueue.enabled=ture", "Invalid boolean value 'ture'"),
                Arguments.of(with(BadTopic.class), "unused=", "topic " + NAME + "'a:b'"),
                Arguments.of(
                        with(BadMethod.class),
                        "unused=",
                        "@DelayQueueListener is on the method " + BadMethod.class.getName()
                                + ".on of the bean 'bad', which must take at most one payload and one TaskContext, besides"
                                + " @Header and @Headers"),
                Arguments.of(
                        with(Second.class),
                        "other=remind",
                        "The topic shop/remind has two callbacks: the bean 'bad' (" + Second.class.getName()
                                + ") and the method " + Listeners.class.getName()
                                + ".remind of the bean 'listeners'. A topic can have only one in an application"));
    }

    private static ApplicationContextInitializer<GenericApplicationContext> with(Class<?> bean) {
        return context -> context.registerBean("bad", bean);
    }

    @ParameterizedTest
    @MethodSource("applications")
    void badApplicationShouldSayWhyAndLeaveRedisAsItIs(
            ApplicationContextInitializer<GenericApplicationContext> beans, String property, String reason) {
        RedisContents before = RedisContents.of(SERVER.client());
        assertThatThrownBy(() -> start(beans, "delayqueue.groups.new=a,b", property))
                .extracting(NestedExceptionUtils::getMostSpecificCause)
                .extracting(Throwable::getMessage)
                .isEqualTo(reason);
        assertThat(RedisContents.of(SERVER.client())).isEqualTo(before);
    }

    @Test
    void goodApplicationShouldNotLeaveRedisAsItIs() {
        RedisContents before = RedisContents.of(SERVER.client());
        start(NOTHING, "delayqueue.groups.new=a,b").close();
        assertThat(RedisContents.of(SERVER.client()).digest()).isNotEqualTo(before.digest());
    }

    static class BadTopic {
        @DelayQueueListener(group = "shop", topic = "a:b")
        void on() {}
    }

    static class BadMethod {
        @DelayQueueListener(group = "shop", topic = "t")
        void on(String payload, String other) {}
    }

    @DelayQueueListener(group = "shop", topic = "${other}")
    static class Second implements TaskCallback<String> {
        @Override
        public void call(String payload, TaskContext context) {}
    }
}

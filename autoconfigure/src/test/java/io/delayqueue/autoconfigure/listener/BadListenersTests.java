package io.delayqueue.autoconfigure.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.ExponentialBackoff;
import io.delayqueue.RetryPolicy;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.Backoff;
import io.delayqueue.annotation.DelayQueueListener;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

/** Invalid listeners: the application does not start, and the message has the place and the reason. */
class BadListenersTests {

    private static final String NAME =
            "must be a letter followed by letters, digits, '-', '_' or '.', 128 characters at most, but is ";

    private static final String RATE =
            "rate must be a number of tasks from 1 to 1,000,000 in a second, a minute or an hour, as 100/s, 10/m or"
                    + " 5/h, but is ";

    private static final String DURATION = "must be a duration such as 30s or PT5M, but is ";

    private static final String POLICY = "retryPolicy must be the name of a bean of io.delayqueue.RetryPolicy, but is ";

    private static final String HANDLER =
            "errorHandler must be the name of a bean of io.delayqueue.TaskErrorHandler, but is ";

    private static final String UNIT =
            "ttr must be at least 1 second, but is '30' without a unit, which is milliseconds:"
                    + " write 30s for seconds";

    private static final String NO_UNIT =
            "within must have a unit, but is '10', which is milliseconds: write 10s for seconds, or 10ms";

    private static final String ONE = ". A topic can have only one in an application";

    private static final String ALONE =
            "backoff.fixedDelay must stand alone, without initialDelay, multiplier, maxDelay and jitter";

    /** Attributes, by properties, and the reason in the message. Without a property they are 2s, 3, 4m and 0.5. */
    static final List<Arguments> ATTRIBUTES = List.of(
            Arguments.of("group=1st", "group " + NAME + "'1st'"),
            Arguments.of("group=", "group " + NAME + "''"),
            Arguments.of("ttr=soon", "ttr " + DURATION + "'soon'"),
            Arguments.of("ttr=0", "ttr must be at least 1 second, but is 0s"),
            Arguments.of("ttr=999ms", "ttr must be at least 1 second, but is 999ms"),
            Arguments.of("ttr=30", UNIT),
            Arguments.of("ttr=#{30}", UNIT),
            Arguments.of("ttr=36501d", "ttr must be at most 36,500 days, but is 36501d"),
            Arguments.of("ttr=#{1.5}", "ttr " + DURATION + "'1.5'"),
            Arguments.of("ttr=#{{1}}", "ttr " + DURATION + "of java.util.Collections$UnmodifiableRandomAccessList"),
            Arguments.of("topic=#{1}", "topic must be a text, but is '1'"),
            Arguments.of(
                    "topic=#{@gone.name}",
                    "topic cannot be evaluated, '#{@gone.name}': No bean named 'gone' available"),
            Arguments.of("concurrency=many", "concurrency must be a whole number, but is 'many'"),
            Arguments.of("concurrency=#{1.5}", "concurrency must be a whole number, but is '1.5'"),
            Arguments.of("concurrency=0", "concurrency must be at least 1, but is 0"),
            Arguments.of("concurrency=-1", "concurrency must be at least 1, but is -1"),
            Arguments.of("global=many", "globalConcurrency must be a whole number, but is 'many'"),
            Arguments.of("global=0", "globalConcurrency must be from 1 to 1,000,000, but is 0"),
            Arguments.of("rate=100", RATE + "'100'"),
            Arguments.of("rate=0/s", RATE + "0/s"),
            Arguments.of("rate=#{5}", RATE + "'5'"),
            Arguments.of("limits=1st", "limit " + NAME + "'1st'"),
            Arguments.of("limits=a;b", "limit " + NAME + "'a;b'"),
            Arguments.of("attempts=2147483648", "maxAttempts must be a whole number, but is '2147483648'"),
            Arguments.of("attempts=-1", "maxAttempts must be at least 1, but is -1"),
            Arguments.of("retryFor=a day", "retryFor " + DURATION + "'a day'"),
            Arguments.of("retryFor=999ms", "retryFor must be at least 1 second, but is 999ms"),
            Arguments.of("retryFor=30", UNIT.replace("ttr", "retryFor")),
            Arguments.of("within=soon", "within " + DURATION + "'soon'"),
            Arguments.of("within=0", "within must be at least 1 ms, but is 0s"),
            Arguments.of("within=10", NO_UNIT),
            Arguments.of("within=#{10}", NO_UNIT),
            Arguments.of("within=36501d", "within must be at most 36,500 days, but is 36501d"),
            Arguments.of("whenExpired=KEEP", "whenExpired must be BURY or DROP, but is 'KEEP'"),
            Arguments.of("whenExpired=#{1}", "whenExpired must be BURY or DROP, but is '1'"),
            Arguments.of("enabled=yes", "enabled must be true or false, but is 'yes'"),
            Arguments.of("enabled=", "enabled must be true or false, but is ''"),
            Arguments.of("enabled=#{1}", "enabled must be true or false, but is '1'"),
            Arguments.of("handler=mine", HANDLER + "'mine'"),
            Arguments.of("handler=#{@mine}", HANDLER + "of io.delayqueue.ExponentialBackoff"),
            Arguments.of("policy=gone", POLICY + "'gone'"),
            Arguments.of("policy=callbacks", POLICY + "'callbacks'"),
            Arguments.of("policy=mine,initial=1s", "backoff and retryPolicy must not both be set"),
            Arguments.of("fixed=1s,initial=1s", ALONE),
            Arguments.of("fixed=1s,jitter=0", ALONE),
            Arguments.of("fixed=soon", "backoff.fixedDelay " + DURATION + "'soon'"),
            Arguments.of("fixed=0s", "backoff.fixedDelay must be at least 1 ms, but is 0s"),
            Arguments.of("initial=-1s", "backoff.initialDelay must be at least 1 ms, but is -1s"),
            Arguments.of("initial=1h", "backoff.maxDelay must be at least the initial delay (1h), but is 4m"),
            Arguments.of("multiplier=twice", "backoff.multiplier must be a number, but is 'twice'"),
            Arguments.of("multiplier=NaN", "backoff.multiplier must be at least 1, but is NaN"),
            Arguments.of("max=1s", "backoff.maxDelay must be at least the initial delay (2s), but is 1s"),
            Arguments.of("max=36501d", "backoff.maxDelay must be at most 36,500 days, but is 36501d"),
            Arguments.of("jitter=2", "backoff.jitter must be from 0 to 1, but is 2.0"));

    @ParameterizedTest
    @FieldSource("ATTRIBUTES")
    void attributesOfAMethodShouldFailWithMethodBeanAndRule(String properties, String message) {
        assertFails(
                Any.class, properties, "@DelayQueueListener on " + method(Any.class, "any") + " is wrong: " + message);
    }

    @ParameterizedTest
    @FieldSource("ATTRIBUTES")
    void attributesOfACallbackShouldFailWithBeanAndRule(String properties, String message) {
        assertFails(
                AnyTopic.class, properties, "@DelayQueueListener on " + bean(AnyTopic.class) + " is wrong: " + message);
    }

    static Stream<Arguments> beans() {
        String parameters = ", which must take at most one payload and one TaskContext, besides @Header and @Headers";
        String scope =
                ", which is not a singleton: make it one, or give its scope a proxy (proxyMode), which finds an instance for each task";
        String payloadType =
                " is not known: declare a callback as TaskCallback<YourPayload>, and let the bean's class, or its @Bean method, define the type variables";
        String two = "The topic g/t has two callbacks: ";
        return Stream.of(
                Arguments.of(
                        Placeholder.class,
                        "@DelayQueueListener on " + method(Placeholder.class, "on")
                                + " is wrong: Could not resolve placeholder 'shop.group' in value \"${shop.group}-eu\""),
                Arguments.of(
                        PlaceholderTopic.class,
                        "@DelayQueueListener on " + bean(PlaceholderTopic.class)
                                + " is wrong: Could not resolve placeholder 'limit' in value \"${limit}\""),
                Arguments.of(
                        TwoBeans.class,
                        two + "the method " + Listener.class.getName() + ".on of the bean 'one' and the method "
                                + Listener.class.getName() + ".on of the bean 'other'" + ONE),
                Arguments.of(
                        MethodAndBean.class,
                        two + "the method " + Listener.class.getName()
                                + ".on of the bean 'listener' and the bean 'topic' (" + Topic.class.getName() + ")"
                                + ONE),
                Arguments.of(Three.class, "@DelayQueueListener is on " + method(Three.class, "on") + parameters),
                Arguments.of(
                        TwoPayloads.class, "@DelayQueueListener is on " + method(TwoPayloads.class, "on") + parameters),
                Arguments.of(
                        TwoContexts.class, "@DelayQueueListener is on " + method(TwoContexts.class, "on") + parameters),
                Arguments.of(Unknown.class, "The payload type of " + method(Unknown.class, "on") + payloadType),
                Arguments.of(Raw.class, "The payload type of " + bean(Raw.class) + payloadType),
                Arguments.of(
                        NoCallback.class,
                        "@DelayQueueListener is on " + bean(NoCallback.class)
                                + ", which does not implement io.delayqueue.TaskCallback"),
                Arguments.of(Prototype.class, "@DelayQueueListener is on " + method(Prototype.class, "on") + scope),
                Arguments.of(PrototypeTopic.class, "@DelayQueueListener is on " + bean(PrototypeTopic.class) + scope));
    }

    @ParameterizedTest
    @MethodSource("beans")
    void beansShouldFailWithTheirNameAndTheWayOut(Class<?> component, String message) {
        assertFails(component, "unused=", message);
    }

    /** The order of methods is not defined. */
    @Test
    void twoMethodsShouldFailWithTheNamesOfBoth() {
        String first = method(TwoMethods.class, "one");
        String other = method(TwoMethods.class, "other");
        Listening.to(TwoMethods.class).run(context -> assertThat(context)
                .getFailure()
                .extracting(Throwable::getMessage)
                .isIn(
                        "The topic g/t has two callbacks: " + first + " and " + other + ONE,
                        "The topic g/t has two callbacks: " + other + " and " + first + ONE));
    }

    private static void assertFails(Class<?> component, String properties, String message) {
        Listening.to(component)
                // As in every application of Spring Boot: an unresolved placeholder fails.
                .withConfiguration(AutoConfigurations.of(PropertyPlaceholderAutoConfiguration.class))
                .withBean("mine", RetryPolicy.class, () -> ExponentialBackoff.fixed(Duration.ofSeconds(1)))
                .withPropertyValues(properties.split(","))
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage(message));
    }

    private static String method(Class<?> component, String method) {
        return "the method " + component.getName() + "." + method + " of the bean '" + name(component) + "'";
    }

    private static String bean(Class<?> component) {
        return "the bean '" + name(component) + "' (" + component.getName() + ")";
    }

    private static String name(Class<?> component) {
        return "badListenersTests." + component.getSimpleName();
    }

    static class Any {
        @DelayQueueListener(
                group = "${group:g}",
                topic = "${topic:t}",
                ttr = "${ttr:}",
                backoff =
                        @Backoff(
                                fixedDelay = "${fixed:}",
                                initialDelay = "${initial:}",
                                multiplier = "${multiplier:}",
                                maxDelay = "${max:}",
                                jitter = "${jitter:}"),
                retryPolicy = "${policy:}",
                concurrency = "${concurrency:}",
                globalConcurrency = "${global:}",
                rate = "${rate:}",
                limits = "${limits:}",
                maxAttempts = "${attempts:}",
                retryFor = "${retryFor:}",
                within = "${within:}",
                whenExpired = "${whenExpired:}",
                errorHandler = "${handler:}",
                enabled = "${enabled:true}")
        void any() {}
    }

    @DelayQueueListener(
            group = "${group:g}",
            topic = "${topic:t}",
            ttr = "${ttr:}",
            backoff =
                    @Backoff(
                            fixedDelay = "${fixed:}",
                            initialDelay = "${initial:}",
                            multiplier = "${multiplier:}",
                            maxDelay = "${max:}",
                            jitter = "${jitter:}"),
            retryPolicy = "${policy:}",
            concurrency = "${concurrency:}",
            globalConcurrency = "${global:}",
            rate = "${rate:}",
            limits = "${limits:}",
            maxAttempts = "${attempts:}",
            retryFor = "${retryFor:}",
            within = "${within:}",
            whenExpired = "${whenExpired:}",
            errorHandler = "${handler:}",
            enabled = "${enabled:true}")
    static class AnyTopic extends Callback {}

    static class Callback implements TaskCallback<String> {
        @Override
        public void call(String payload, TaskContext context) {}
    }

    static class Placeholder {
        @DelayQueueListener(group = "${shop.group}-eu", topic = "t")
        void on() {}
    }

    @DelayQueueListener(group = "g", topic = "t", ttr = "${limit}")
    static class PlaceholderTopic extends Callback {}

    static class TwoMethods {
        @DelayQueueListener(group = "g", topic = "t")
        void one() {}

        @DelayQueueListener(group = "g", topic = "t")
        void other() {}
    }

    static class Listener {
        @DelayQueueListener(group = "g", topic = "t")
        void on() {}
    }

    @DelayQueueListener(group = "g", topic = "t")
    static class Topic extends Callback {}

    @Configuration(proxyBeanMethods = false)
    static class TwoBeans {
        @Bean
        Listener one() {
            return new Listener();
        }

        @Bean
        Listener other() {
            return new Listener();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class MethodAndBean {
        @Bean
        Listener listener() {
            return new Listener();
        }

        @Bean
        Topic topic() {
            return new Topic();
        }
    }

    static class Three {
        @DelayQueueListener(group = "g", topic = "t")
        void on(String payload, TaskContext context, String more) {}
    }

    static class TwoPayloads {
        @DelayQueueListener(group = "g", topic = "t")
        void on(String payload, String more) {}
    }

    static class TwoContexts {
        @DelayQueueListener(group = "g", topic = "t")
        void on(TaskContext context, TaskContext more) {}
    }

    static class Unknown<T> {
        @DelayQueueListener(group = "g", topic = "t")
        void on(T payload) {}
    }

    @SuppressWarnings("rawtypes")
    @DelayQueueListener(group = "g", topic = "t")
    static class Raw implements TaskCallback {
        @Override
        public void call(Object payload, TaskContext context) {}
    }

    @DelayQueueListener(group = "g", topic = "t")
    static class NoCallback {}

    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    static class Prototype {
        @DelayQueueListener(group = "g", topic = "t")
        void on() {}
    }

    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    @DelayQueueListener(group = "g", topic = "t")
    static class PrototypeTopic extends Callback {}
}

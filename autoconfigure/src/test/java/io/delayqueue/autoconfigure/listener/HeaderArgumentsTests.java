package io.delayqueue.autoconfigure.listener;

import static io.delayqueue.autoconfigure.listener.Listening.callback;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

import io.delayqueue.RejectTaskException;
import io.delayqueue.TaskCallback;
import io.delayqueue.TaskContext;
import io.delayqueue.annotation.DelayQueueListener;
import io.delayqueue.annotation.Header;
import io.delayqueue.annotation.Headers;
import java.time.DayOfWeek;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.core.convert.support.DefaultConversionService;

/** Parameters that receive headers. */
class HeaderArgumentsTests {

    private static final String ID = "2f1b1b60-0000-4000-8000-000000000001";

    private final ApplicationContextRunner runner =
            Listening.to(Kinds.class).withPropertyValues("header=tenant", "fallback=7");

    private static void call(ApplicationContext context, String topic, Map<String, String> headers) throws Exception {
        TaskContext task = mock(TaskContext.class);
        given(task.headers()).willReturn(headers);
        @SuppressWarnings("unchecked")
        TaskCallback<Object> callback =
                (TaskCallback<Object>) callback(context, topic).callback();
        callback.call("payload", task);
    }

    private static List<Object> seen(ApplicationContext context) {
        return context.getBean(Kinds.class).seen;
    }

    @Test
    void headersShouldBeConvertedToTheParametersType() {
        runner.run(context -> {
            call(
                    context,
                    "converted",
                    Map.of("number", "42", "id", ID, "wait", "90s", "day", "MONDAY", "names", "Ada,Eve"));
            assertThat(seen(context))
                    .containsExactly(
                            42, UUID.fromString(ID), Duration.ofSeconds(90), DayOfWeek.MONDAY, List.of("Ada", "Eve"));
        });
    }

    @Test
    void headersShouldStandBesidePayloadAndContextInAnyOrder() {
        runner.run(context -> {
            call(context, "mixed", Map.of("tenant", "acme", "dotted.name", "x"));
            assertThat(seen(context))
                    .containsExactly("acme", "payload", "x", Map.of("tenant", "acme", "dotted.name", "x"));
            assertThat(callback(context, "mixed").payloadType()).isEqualTo(String.class);
        });
    }

    @Test
    void headersThatMayBeMissingShouldBeEmptyNullOrTheirDefault() {
        runner.run(context -> {
            call(context, "optional", Map.of());
            assertThat(seen(context)).isEqualTo(Arrays.asList(Optional.empty(), null, null, 7, Duration.ofHours(2)));
            seen(context).clear();
            call(
                    context,
                    "optional",
                    Map.of("maybe", "1", "nullable", "2", "unrequired", "3", "fallback", "4", "computed", "5s"));
            assertThat(seen(context)).isEqualTo(List.of(Optional.of(1), 2, "3", 4, Duration.ofSeconds(5)));
        });
    }

    @Test
    void headerThatIsMissingShouldRejectTheTaskAndNameHeaderAndParameter() {
        runner.run(context -> {
            assertThatExceptionOfType(RejectTaskException.class)
                    .isThrownBy(() -> call(context, "mixed", Map.of("dotted.name", "x")))
                    .withMessage(
                            "The task has no header 'tenant', which the parameter 'who' (java.lang.String) requires");
            assertThat(seen(context)).isEmpty();
        });
    }

    @Test
    void headerThatCannotBeConvertedShouldRejectTheTaskAndNameHeaderAndParameter() {
        runner.run(context -> {
            assertThatExceptionOfType(RejectTaskException.class)
                    .isThrownBy(() -> call(context, "optional", Map.of("maybe", "many")))
                    .withMessage(
                            "The header 'maybe' does not fit the parameter 'maybe' (java.lang.Integer), because it is 'many'");
            assertThat(seen(context)).isEmpty();
        });
    }

    @Test
    void conversionOfTheApplicationShouldGoBeforeThatOfSpringBoot() {
        DefaultConversionService conversion = new DefaultConversionService();
        conversion.addConverter(String.class, UUID.class, text -> new UUID(0, Long.parseLong(text)));
        runner.withInitializer(context -> context.getBeanFactory().setConversionService(conversion))
                .run(context -> {
                    call(
                            context,
                            "converted",
                            Map.of("number", "42", "id", "5", "wait", "90s", "day", "MONDAY", "names", ""));
                    assertThat(seen(context)).contains(new UUID(0, 5), Duration.ofSeconds(90));
                });
    }

    @Test
    void annotationsOfAnInterfaceShouldCount() {
        Listening.to(Implementing.class).run(context -> {
            call(context, "interface", Map.of("tenant", "acme"));
            assertThat(context.getBean(Implementing.class).seen).containsExactly("acme");
        });
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                Arguments.of(
                        OnContext.class,
                        "The parameter 'context' of {} is wrong: @Header cannot be on io.delayqueue.TaskContext:"
                                + " no converter from a text to it is known"),
                Arguments.of(
                        OptionalPrimitive.class,
                        "The parameter 'number' of {} is wrong: @Header needs a default value to be optional, because its"
                                + " type is int"),
                Arguments.of(
                        WrongDefault.class,
                        "The parameter 'number' of {} is wrong: @Header.defaultValue must fit int, but is 'many'"),
                Arguments.of(
                        HeadersOnText.class,
                        "The parameter 'headers' of {} is wrong: @Headers must be on a Map<String, String>, but is on"
                                + " java.lang.String"),
                Arguments.of(
                        HeadersOfNumbers.class,
                        "The parameter 'headers' of {} is wrong: @Headers must be on a Map<String, String>, but is on"
                                + " java.util.Map<java.lang.String, java.lang.Integer>"),
                Arguments.of(
                        Both.class,
                        "The parameter 'headers' of {} is wrong: @Header and @Headers must not both be on it"),
                Arguments.of(
                        TwoPayloads.class,
                        "@DelayQueueListener is on {}, which must take at most one payload and one TaskContext, besides"
                                + " @Header and @Headers"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void wrongDeclarationShouldFailAndNameMethodAndParameter(Class<?> component, String message) {
        String method = "the method " + component.getName() + ".on of the bean 'headerArgumentsTests."
                + component.getSimpleName() + "'";
        Listening.to(component).run(context -> assertThat(context)
                .getFailure()
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(message.replace("{}", method)));
    }

    static class Kinds {

        final List<Object> seen = new ArrayList<>();

        @DelayQueueListener(group = "g", topic = "converted")
        void converted(
                @Header int number,
                @Header UUID id,
                @Header("wait") Duration delay,
                @Header(name = "day") DayOfWeek weekday,
                @Header List<String> names) {
            seen.addAll(List.of(number, id, delay, weekday, names));
        }

        @DelayQueueListener(group = "g", topic = "mixed")
        void mixed(
                @Header("${header}") String who,
                TaskContext context,
                String payload,
                @Header("#{'dotted' + '.name'}") String dotted,
                @Headers Map<String, String> all) {
            seen.addAll(List.of(who, payload, dotted, all));
        }

        @DelayQueueListener(group = "g", topic = "optional")
        void optional(
                @Header Optional<Integer> maybe,
                @Header @Nullable Integer nullable,
                @Header(required = false) String unrequired,
                @Header(defaultValue = "${fallback}") int fallback,
                @Header(defaultValue = "#{T(java.time.Duration).ofHours(2)}") Duration computed) {
            seen.addAll(Arrays.asList(maybe, nullable, unrequired, fallback, computed));
        }
    }

    interface Declaring {
        void on(@Header String tenant);
    }

    static class Implementing implements Declaring {

        final List<String> seen = new ArrayList<>();

        @Override
        @DelayQueueListener(group = "g", topic = "interface")
        public void on(String tenant) {
            seen.add(tenant);
        }
    }

    static class OnContext {
        @DelayQueueListener(group = "g", topic = "t")
        void on(@Header TaskContext context) {}
    }

    static class OptionalPrimitive {
        @DelayQueueListener(group = "g", topic = "t")
        void on(@Header(required = false) int number) {}
    }

    static class WrongDefault {
        @DelayQueueListener(group = "g", topic = "t")
        void on(@Header(defaultValue = "many") int number) {}
    }

    static class HeadersOnText {
        @DelayQueueListener(group = "g", topic = "t")
        void on(@Headers String headers) {}
    }

    static class HeadersOfNumbers {
        @DelayQueueListener(group = "g", topic = "t")
        void on(@Headers Map<String, Integer> headers) {}
    }

    static class Both {
        @DelayQueueListener(group = "g", topic = "t")
        void on(@Header @Headers Map<String, String> headers) {}
    }

    static class TwoPayloads {
        @DelayQueueListener(group = "g", topic = "t")
        void on(@Header String tenant, String payload, String more) {}
    }
}

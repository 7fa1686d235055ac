package io.delayqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TaskTests {

    private static final String NAME_RULE =
            " must be a letter followed by letters, digits, '-', '_' or '.', 128 characters at most, but is ";

    private static final String ID_RULE = "id must be 1 to 128 letters, digits, '-', '_' or '.', but is ";

    @ParameterizedTest
    @ValueSource(strings = {"", "1a", "-a", "a b", "a:b", "a{b", "a}b", "ä", "a,b", "a\n", "a/b"})
    void ofShouldRefuseNamesThatBreakTheRule(String name) {
        assertThatThrownBy(() -> Task.of(name, "t"))
                .isInstanceOfSatisfying(
                        InvalidTaskException.class, e -> assertThat(e.field()).isEqualTo("group"))
                .hasMessage("group" + NAME_RULE + "'" + name + "'");
        assertThatThrownBy(() -> Task.of("g", name))
                .isInstanceOfSatisfying(
                        InvalidTaskException.class, e -> assertThat(e.field()).isEqualTo("topic"))
                .hasMessage("topic" + NAME_RULE + "'" + name + "'");
    }

    @Test
    void ofShouldTakeNamesOf128CharactersAndNoMore() {
        String longest = "a" + "b".repeat(127);
        assertThat(Task.of(longest, longest).build().topic()).isEqualTo(new TopicName(longest, longest));
        assertThatThrownBy(() -> Task.of(longest + "c", "t")).isInstanceOf(InvalidTaskException.class);
        assertThatThrownBy(() -> Task.of("g".repeat(500), "t")).hasMessageEndingWith("'" + "g".repeat(160) + "...'");
    }

    @Test
    @SuppressWarnings("NullAway")
    void ofShouldRefuseNull() {
        assertThatThrownBy(() -> Task.of(null, "t")).hasMessage("group" + NAME_RULE + "null");
    }

    private static final List<TaskBuilder> FULL = List.of(
            full().repeat(Repeat.fixedDelay(Duration.ofMinutes(1))).delay(Duration.ofMinutes(1)),
            full().at(Instant.EPOCH).key("k").tag("order", "42"),
            full().dueBetween(Instant.EPOCH, Instant.EPOCH.plusSeconds(1)),
            full().throttle(Duration.ofMinutes(3)),
            full().ifExists(IfExists.REPLACE).debounce(Duration.ofMinutes(4), Duration.ofMinutes(5)),
            Task.of("g", "full").id("a").headers(Map.of("trace", "1")).notAfter(Instant.EPOCH));

    private static TaskBuilder full() {
        return Task.of("g", "full")
                .id("a")
                .payload(List.of(7), List.class)
                .callback(Callback.class)
                .ttr(Duration.ofSeconds(90))
                .maxAttempts(3)
                .retry(ExponentialBackoff.DEFAULT)
                .retryFor(Duration.ofDays(1))
                .within(Duration.ofMinutes(2))
                .description("say")
                .headers(Map.of("trace", "1"))
                .priority(Priority.HIGH)
                .ifExists(IfExists.FAIL);
    }

    static Stream<Field> fields() {
        return Arrays.stream(TaskBuilder.class.getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()))
                .peek(field -> field.setAccessible(true));
    }

    private static @Nullable Object value(Field field, Task task) throws ReflectiveOperationException {
        Field values = Task.class.getDeclaredField("values");
        values.setAccessible(true);
        return field.get(values.get(task));
    }

    /** A new field fails here until a builder above sets it, and a copy keeps it. */
    @ParameterizedTest
    @MethodSource("fields")
    void copyShouldKeepEachFieldThatItDoesNotReplace(Field field) throws ReflectiveOperationException {
        Set<@Nullable Object> values = new HashSet<>();
        for (TaskBuilder builder : FULL) {
            Task task = builder.build();
            Object kept = value(field, task);
            if (!Set.of("payload", "callback").contains(field.getName())) {
                assertThat(value(field, task.with(null, null))).isEqualTo(kept);
            }
            if (!field.getName().equals("headers")) {
                assertThat(value(field, task.withHeadersOf("tracer", Map.of("b", "2"))))
                        .isEqualTo(kept);
            }
            values.add(kept);
        }
        values.remove(value(field, Task.of("g", "t").build()));
        assertThat(values).as("values that differ from the default").isNotEmpty();
    }

    @Test
    void copyShouldKeepIdAndMode() {
        for (TaskBuilder builder : FULL) {
            Task task = builder.build();
            assertThat(List.of(task.with(null, null), task.withHeadersOf("tracer", Map.of())))
                    .allSatisfy(copy -> {
                        assertThat(copy.id()).isEqualTo(task.id());
                        assertThat(copy.idGenerated()).isFalse();
                        assertThat(copy.toString()).isEqualTo(task.toString());
                        assertThat(copy.options()).isEqualTo(task.options());
                    });
        }
    }

    @Test
    void taskShouldKeepWhatItsBuilderHadWhenItWasBuilt() {
        TaskBuilder builder = Task.of("g", "t").tag("order", "42");
        Task task = builder.build();
        builder.tag("order", "43").delay(Duration.ofMinutes(1)).payload("later");
        assertThat(task.options().tags()).containsExactly(new Tag("order", "42"));
        assertThat(task.delay()).isZero();
        assertThat(task.with(null, null).options().tags()).containsExactly(new Tag("order", "42"));
        assertThat(task.payload()).isNull();
    }

    static Stream<Arguments> badFields() {
        return Stream.of(
                bad("delay", task -> task.delay(Duration.ofMillis(-1)), "delay must not be negative, but is '-1ms'"),
                bad(
                        "delay",
                        task -> task.delay(Duration.ofDays(36_501)),
                        "delay must be at most 36,500 days, but is '36501d'"),
                bad(
                        "delay",
                        task -> task.delay(Duration.ofSeconds(Long.MAX_VALUE)),
                        "delay must be at most 36,500 days, but is '9223372036854775807s'"),
                bad(
                        "at",
                        task -> task.at(Instant.MAX),
                        "at must be before the year 10000, but is '" + Instant.MAX + "'"),
                bad("ttr", task -> task.ttr(Duration.ofMillis(999)), "ttr must be at least 1 second, but is '999ms'"),
                bad("ttr", task -> task.ttr(Duration.ofSeconds(-5)), "ttr must be at least 1 second, but is '-5s'"),
                bad(
                        "description",
                        task -> task.description("x".repeat(4_097)),
                        "description must be at most 4,096 characters, but is '" + "x".repeat(160) + "...'"),
                bad(
                        "headers",
                        task -> task.headers(Map.of("k", "v".repeat(65_536))),
                        "headers must be at most 65,536 characters in all, but is '65537'"),
                bad("maxAttempts", task -> task.maxAttempts(0), "maxAttempts must be at least 1, but is '0'"),
                bad("id", task -> task.id(""), ID_RULE + "''"),
                bad("id", task -> task.id("a b"), ID_RULE + "'a b'"),
                bad("id", task -> task.id("a:b"), ID_RULE + "'a:b'"),
                bad("id", task -> task.id("é"), ID_RULE + "'é'"),
                bad("id", task -> task.id("x".repeat(129)), ID_RULE + "'" + "x".repeat(129) + "'"));
    }

    private static Arguments bad(String field, Consumer<TaskBuilder> change, String message) {
        return Arguments.of(field, change, message);
    }

    @ParameterizedTest
    @MethodSource("badFields")
    void builderShouldNameTheFieldAndTheRule(String field, Consumer<TaskBuilder> change, String message) {
        TaskBuilder builder = Task.of("g", "t");
        assertThatThrownBy(() -> change.accept(builder))
                .isInstanceOfSatisfying(
                        InvalidTaskException.class, e -> assertThat(e.field()).isEqualTo(field))
                .hasMessage(message);
    }

    @Test
    void buildShouldKeepWhatWasGiven() {
        Task task = Task.of("g", "t")
                .id("order-42_a.B")
                .payload("p")
                .delay(Duration.ofDays(30))
                .ttr(Duration.ofSeconds(1))
                .maxAttempts(1)
                .retry(ExponentialBackoff.DEFAULT)
                .description("d")
                .headers(Map.of("k", "v"))
                .build();
        assertThat(task.id()).isEqualTo("order-42_a.B");
        assertThat(task.idGenerated()).isFalse();
        assertThat(task.payload()).isEqualTo("p");
        assertThat(task.delay()).isEqualTo(Duration.ofDays(30));
        assertThat(task.dueAt()).isNull();
        assertThat(task.options().ttr()).isEqualTo(Duration.ofSeconds(1));
        assertThat(task.options().maxAttempts()).isEqualTo(1);
        assertThat(task.options().retry()).isEqualTo(ExponentialBackoff.DEFAULT);
        assertThat(task.options().description()).isEqualTo("d");
        assertThat(task.headers()).isEqualTo(Map.of("k", "v"));
        assertThat(task).hasToString("Task[g/t order-42_a.B in PT720H]");
    }

    @Test
    void buildShouldLeaveTheRestOpen() {
        Task task = Task.of("g", "t").build();
        assertThat(task.idGenerated()).isTrue();
        assertThat(task.id()).hasSize(14).matches("[0-9A-Za-z]+");
        assertThat(task.delay()).isEqualTo(Duration.ZERO);
        assertThat(task.payload()).isNull();
        assertThat(task.callback()).isNull();
        assertThat(task.options().ttr()).isNull();
        assertThat(task.options().maxAttempts()).isNull();
        assertThat(task.options().retry()).isNull();
        assertThat(task.headers()).isEmpty();
    }

    @Test
    void delayAndInstantShouldExcludeEachOther() {
        Instant instant = Instant.parse("2030-01-01T00:00:00Z");
        for (TaskBuilder both : List.of(
                Task.of("g", "t").delay(Duration.ofSeconds(1)).at(instant),
                Task.of("g", "t").at(instant).delay(Duration.ZERO))) {
            assertThatThrownBy(both::build)
                    .isInstanceOf(InvalidTaskException.class)
                    .hasMessageStartingWith("delay and at must not both be set")
                    .extracting("field")
                    .isEqualTo("delay");
        }
        Task atInstant = Task.of("g", "t").at(Instant.EPOCH).at(instant).build();
        assertThat(atInstant.delay()).isNull();
        assertThat(atInstant.dueAt()).isEqualTo(instant);
        Task delayed = Task.of("g", "t").delay(Duration.ofSeconds(1)).build();
        assertThat(delayed.delay()).isEqualTo(Duration.ofSeconds(1));
        assertThat(delayed.dueAt()).isNull();
    }

    @Test
    void headersShouldBeCopied() {
        Map<String, String> headers = new HashMap<>(Map.of("k", "v"));
        Task task = Task.of("g", "t").headers(headers).build();
        headers.put("k", "changed");
        assertThat(task.headers()).isEqualTo(Map.of("k", "v"));
        assertThatThrownBy(() -> task.headers().put("a", "b")).isInstanceOf(UnsupportedOperationException.class);
    }
}

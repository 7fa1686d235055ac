package io.delayqueue.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import io.delayqueue.DelayQueueService;
import io.delayqueue.Task;
import io.delayqueue.annotation.DelayQueueListener;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.ParameterizedTypeReference;
import tools.jackson.databind.JsonNode;

/** Payloads of every kind that Jackson supports, from the add to the listener. */
class PayloadKindsIT {

    private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

    private final String group = "g" + UUID.randomUUID();

    @AutoClose
    private final Instance instance =
            new Instance(ShopApplication.start(group, beans -> beans.registerBean(Kinds.class)), group);

    private final Queue<Object> seen = instance.context().getBean(Kinds.class).seen;

    private void assertArrives(String topic, @Nullable Object payload) {
        assertArrives(topic, payload, payload);
    }

    private void assertArrives(String topic, @Nullable Object payload, @Nullable Object expected) {
        String id = instance.orders().add(topic, payload).id();
        await().until(() -> instance.find(id).isEmpty());
        assertThat(seen.poll()).isEqualTo(List.of(Optional.ofNullable(expected)));
        assertThat(seen).isEmpty();
    }

    private void assertArrives(String topic, Object payload, ParameterizedTypeReference<?> type) {
        Task task = Task.of(group, topic).payload(payload, type.getType()).build();
        instance.context().getBean(DelayQueueService.class).addTask(task);
        await().untilAsserted(() -> assertThat(seen).containsExactly(List.of(Optional.of(payload))));
        seen.clear();
    }

    @Test
    void genericTypesShouldArrive() {
        Reminder reminder = new Reminder(1, NOON);
        assertArrives("list", List.of(reminder));
        assertArrives("lists-by-name", Map.of("a", List.of(reminder), "b", List.of()));
        assertArrives("envelope", new Envelope<>("e", reminder));
        assertArrives("envelopes", List.of(new Envelope<>("e", List.of(reminder))));
        assertArrives("set", Set.of(DayOfWeek.MONDAY));
    }

    @Test
    void subtypesShouldArriveAsThemselves() {
        assertArrives("shape", new Circle(3));
        assertArrives("shapes", new Drawing(List.of(new Circle(1), new Square(2))));
        assertArrives("shape-array", new Shape[] {new Circle(1), new Square(2)}, List.of(new Circle(1), new Square(2)));
    }

    @Test
    void subtypesInGenericTypesShouldArriveAsThemselves() {
        assertArrives(
                "shape-list", List.of(new Circle(1), new Square(2)), new ParameterizedTypeReference<List<Shape>>() {});
        assertArrives(
                "shape-envelope",
                new Envelope<>("e", new Circle(1)),
                new ParameterizedTypeReference<Envelope<Shape>>() {});
    }

    @Test
    void valueTypesShouldArrive() {
        assertArrives("order-id", new OrderId("o-1"));
        assertArrives("amount", new Amount(new BigDecimal("12.50")));
        assertArrives("order-ids", Map.of(new OrderId("a"), 1));
    }

    @Test
    void optionalsShouldArriveAndBeEmptyWithoutAPayload() {
        assertArrives("optional", Optional.of(new Reminder(1, NOON)));
        assertArrives("optional", Optional.empty());
        assertArrives("optional", null, Optional.empty());
        assertArrives("reminder", null);
    }

    @Test
    void scalarsShouldArrive() {
        assertArrives("int", 42);
        assertArrives("long", Long.MAX_VALUE);
        assertArrives("boolean", true);
        assertArrives("double", 0.1);
        assertArrives("char", 'x');
        assertArrives("text", "Zoë \"quoted\"");
        assertArrives("day", DayOfWeek.FRIDAY);
        assertArrives("uuid", UUID.randomUUID());
        assertArrives("decimal", new BigDecimal("123456789012345678901234567890.12"));
    }

    @Test
    void timesShouldArrive() {
        assertArrives("instant", NOON.plusNanos(123_456_789));
        assertArrives("date", LocalDate.of(2026, 2, 28));
        assertArrives("offset", OffsetDateTime.parse("2026-01-02T12:00:00Z"));
        assertArrives("duration", Duration.ofMillis(1_500));
    }

    /** As docs/listeners.md says. */
    @ParameterizedTest
    @CsvSource({
        "false, 1.2345678901234567E19, 2026-01-02T00:30Z",
        "true, 12345678901234567890.10, 2026-01-02T02:30+02:00"
    })
    void digitsAndOffsetsShouldBeKeptIfJacksonIsSetSo(boolean kept, String number, String time) {
        String other = group + "x";
        try (ConfigurableApplicationContext context = ShopApplication.start(
                other,
                beans -> beans.registerBean(Kinds.class),
                "spring.jackson.deserialization.use-big-decimal-for-floats=" + kept,
                "spring.jackson.datatype.datetime.adjust-dates-to-context-time-zone=" + !kept)) {
            Map<String, BigDecimal> numbers = Map.of("n", new BigDecimal("12345678901234567890.10"));
            assertThat(arrived(context, other, "anything", numbers)).isEqualTo("{n=" + number + "}");
            assertThat(arrived(context, other, "tree", numbers)).isEqualTo("{\"n\":" + number + "}");
            assertThat(arrived(context, other, "offset", OffsetDateTime.parse("2026-01-02T02:30+02:00")))
                    .isEqualTo(time);
        }
    }

    private static String arrived(ConfigurableApplicationContext context, String group, String topic, Object payload) {
        Task task = Task.of(group, topic).payload(payload).build();
        context.getBean(DelayQueueService.class).addTask(task);
        Queue<Object> arrived = context.getBean(Kinds.class).seen;
        await().until(() -> !arrived.isEmpty());
        return arrived.remove().toString().replaceFirst("\\[Optional\\[(.*)]]", "$1");
    }

    @Test
    void treesAndBytesShouldArrive() {
        instance.orders().add("tree", Map.of("a", List.of(1, 2)));
        await().untilAsserted(() -> assertThat(seen).hasSize(1));
        assertThat(seen.poll()).hasToString("[Optional[{\"a\":[1,2]}]]");
        assertArrives("bytes", "Zoë".getBytes(StandardCharsets.UTF_8), "Zoë");
    }

    record Reminder(long number, Instant at) {}

    record Envelope<T>(String id, T body) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Circle.class, name = "circle"),
        @JsonSubTypes.Type(value = Square.class, name = "square")
    })
    sealed interface Shape permits Circle, Square {}

    record Circle(int radius) implements Shape {}

    record Square(int side) implements Shape {}

    record Drawing(List<Shape> shapes) {}

    /** Compiled form of a Kotlin class of one value with a factory. */
    static final class OrderId {

        private final String value;

        private OrderId(String value) {
            this.value = value;
        }

        @JsonCreator
        static OrderId of(String value) {
            return new OrderId(value);
        }

        @JsonValue
        String value() {
            return value;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof OrderId id && id.value.equals(value);
        }

        @Override
        public int hashCode() {
            return Objects.hash(value);
        }
    }

    record Amount(@JsonValue BigDecimal euros) {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        Amount {}
    }

    static class Kinds {

        final Queue<Object> seen = new ConcurrentLinkedQueue<>();

        private void see(@Nullable Object payload) {
            seen.add(List.of(Optional.ofNullable(payload)));
        }

        @DelayQueueListener(group = "${shop.group}", topic = "anything")
        void anything(Object payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "list")
        void list(List<Reminder> payload) {
            // Fails if the elements are of another type.
            payload.forEach(Reminder::at);
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "lists-by-name")
        void map(Map<String, List<Reminder>> payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "envelope")
        void envelope(Envelope<Reminder> payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "envelopes")
        void envelopes(List<Envelope<List<Reminder>>> payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "set")
        void set(Set<DayOfWeek> payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "shape")
        void shape(Shape payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "shapes")
        void shapes(Drawing payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "shape-array")
        void shapeArray(Shape[] payload) {
            see(Arrays.asList(payload));
        }

        @DelayQueueListener(group = "${shop.group}", topic = "shape-list")
        void shapeList(List<Shape> payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "shape-envelope")
        void shapeEnvelope(Envelope<Shape> payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "order-id")
        void orderId(OrderId payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "amount")
        void amount(Amount payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "order-ids")
        void orderIds(Map<OrderId, Integer> payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "optional")
        void optional(Optional<Reminder> payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "reminder")
        void reminder(@Nullable Reminder payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "int")
        void number(int payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "long")
        void number(long payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "boolean")
        void bool(boolean payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "double")
        void number(double payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "char")
        void character(char payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "text")
        void text(String payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "day")
        void day(DayOfWeek payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "uuid")
        void uuid(UUID payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "decimal")
        void decimal(BigDecimal payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "instant")
        void instant(Instant payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "date")
        void date(LocalDate payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "offset")
        void offset(OffsetDateTime payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "duration")
        void duration(Duration payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "tree")
        void tree(JsonNode payload) {
            see(payload);
        }

        @DelayQueueListener(group = "${shop.group}", topic = "bytes")
        void bytes(byte[] payload) {
            see(new String(payload, StandardCharsets.UTF_8));
        }
    }
}

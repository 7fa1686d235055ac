package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskState;
import io.delayqueue.monitor.PayloadReport;
import io.delayqueue.monitor.TopicPayloads;
import io.delayqueue.test.DelayQueueTestKit;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.util.StdConverter;

/** Tasks that wait while the class of their payload changes, as docs/changing-payloads.md describes it. */
@ParameterizedClass
@MethodSource("mappers")
class ChangedPayloadTests {

    /** Jackson's defaults, and those of Spring Boot. */
    static Stream<JsonMapper> mappers() {
        List<JsonMapper> mappers = new ArrayList<>(List.of(JsonMapper.shared()));
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class))
                .run(context -> mappers.add(context.getBean(JsonMapper.class)));
        return mappers.stream();
    }

    @Parameter
    private JsonMapper mapper;

    enum Reason {
        UNPAID,
        RETURNED
    }

    enum FewerReasons {
        UNPAID
    }

    enum RenamedReason {
        @JsonAlias("UNPAID")
        NOT_PAID,
        RETURNED
    }

    record Old(long number, Reason reason) {}

    record FieldAdded(long number, Reason reason, @Nullable String note) {}

    record PrimitiveAdded(long number, Reason reason, boolean urgent) {}

    record FieldRemoved(long number) {}

    record FieldRenamed(long number, @Nullable Reason cause) {}

    record PrimitiveRenamed(long order, Reason reason) {}

    record NumberAsText(String number, Reason reason) {}

    record NumberAsObject(Map<String, Long> number, Reason reason) {}

    record ConstantRemoved(long number, FewerReasons reason) {}

    record ConstantRenamed(long number, RenamedReason reason) {}

    /** Annotations for a class of a library. */
    interface Alias {
        @JsonAlias("reason")
        Reason cause();
    }

    record Required(long number, Reason cause) {
        Required {
            Objects.requireNonNull(cause, "cause must not be null");
        }
    }

    record RenamedWithAlias(
            long number, @JsonAlias("reason") Reason cause) {}

    public record Refund(long number, String currency) {

        public Refund {
            currency = currency == null ? "EUR" : currency;
        }
    }

    public record Reminder(String customer, int days) {

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Reminder of(String customer) {
            return new Reminder(customer, 30);
        }
    }

    public record Money(BigDecimal amount, String currency) {}

    @JsonDeserialize(converter = FromAnyVersion.class)
    public record Charge(long number, Money price) {}

    /** The fields of all versions of a charge. */
    record AnyCharge(long number, Money price, BigDecimal amount, String currency) {}

    static class FromAnyVersion extends StdConverter<AnyCharge, Charge> {

        @Override
        public Charge convert(AnyCharge any) {
            Money price = any.price() != null ? any.price() : new Money(any.amount(), any.currency());
            return new Charge(any.number(), price);
        }
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "version", defaultImpl = ShipmentV1.class)
    @JsonSubTypes({@JsonSubTypes.Type(value = ShipmentV2.class, name = "2")})
    public sealed interface Shipment permits ShipmentV1, ShipmentV2 {}

    /** Before there was a version. Grams. */
    public record ShipmentV1(long number, long weight) implements Shipment {}

    /** Kilograms, under the same name. */
    public record ShipmentV2(long number, double weight) implements Shipment {}

    private final List<Object> read = new ArrayList<>();

    private <T> DelayQueueTestKit kit(Class<T> type) {
        return DelayQueueTestKit.builder()
                .configure(engine -> engine.jsonMapper(mapper)
                        .callback("orders", "cancel", type, (payload, context) -> read.add(payload)))
                .build();
    }

    /** Reads what was written as one class as another; the reason if it is a dead letter. */
    private <T> Object changed(Object written, Class<T> type) {
        try (DelayQueueTestKit kit = kit(type)) {
            kit.service().addTask(Task.of("orders", "cancel").payload(written).build());
            kit.runDue();
            List<TaskInfo> dead = kit.service()
                    .topic("orders", "cancel")
                    .list(TaskState.DEAD, null, 1)
                    .tasks();
            return dead.isEmpty() ? read.remove(0) : dead.get(0).lastError().message();
        }
    }

    private static void assertUnreadable(Object result) {
        assertThat(result).asString().startsWith("The payload does not fit " + ChangedPayloadTests.class.getName());
    }

    private final Old old = new Old(42, Reason.RETURNED);

    @Test
    void addedFieldShouldBeNull() {
        assertThat(changed(old, FieldAdded.class)).isEqualTo(new FieldAdded(42, Reason.RETURNED, null));
    }

    @Test
    void addedPrimitiveShouldBeUnreadable() {
        assertUnreadable(changed(old, PrimitiveAdded.class));
    }

    @Test
    void removedFieldShouldBeIgnored() {
        assertThat(changed(old, FieldRemoved.class)).isEqualTo(new FieldRemoved(42));
    }

    @Test
    void removedFieldShouldBeUnreadableIfUnknownPropertiesFail() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class))
                .withPropertyValues("spring.jackson.deserialization.fail-on-unknown-properties=true")
                .run(context -> mapper = context.getBean(JsonMapper.class));
        assertUnreadable(changed(old, FieldRemoved.class));
    }

    @Test
    void renamedFieldShouldBeNull() {
        assertThat(changed(old, FieldRenamed.class)).isEqualTo(new FieldRenamed(42, null));
    }

    @Test
    void renamedPrimitiveShouldBeUnreadable() {
        assertUnreadable(changed(old, PrimitiveRenamed.class));
    }

    @Test
    void renamedFieldShouldBeUnreadableIfTheConstructorRefusesNull() {
        assertUnreadable(changed(old, Required.class));
    }

    @Test
    void mixInShouldReadTheFormerNameOfALibrarysClass() {
        mapper = mapper.rebuild().addMixIn(FieldRenamed.class, Alias.class).build();
        assertThat(changed(old, FieldRenamed.class)).isEqualTo(new FieldRenamed(42, Reason.RETURNED));
    }

    @Test
    void changedTypeShouldBeConvertedIfItIsANumberOrAText() {
        assertThat(changed(old, NumberAsText.class)).isEqualTo(new NumberAsText("42", Reason.RETURNED));
        assertThat(changed(new NumberAsText("42", Reason.UNPAID), Old.class)).isEqualTo(new Old(42, Reason.UNPAID));
        assertUnreadable(changed(new NumberAsText("no number", Reason.UNPAID), Old.class));
        assertUnreadable(changed(old, NumberAsObject.class));
    }

    @Test
    void removedConstantShouldBeUnreadableWhereItWasUsed() {
        assertUnreadable(changed(old, ConstantRemoved.class));
        assertThat(changed(new Old(42, Reason.UNPAID), ConstantRemoved.class))
                .isEqualTo(new ConstantRemoved(42, FewerReasons.UNPAID));
    }

    @Test
    void renamedClassShouldMakeNoDifference() {
        assertThat(changed(new FieldRemoved(42), CancelOrder.class)).isEqualTo(new CancelOrder(42));
    }

    @Test
    void aliasShouldReadTheFormerName() {
        assertThat(changed(old, RenamedWithAlias.class)).isEqualTo(new RenamedWithAlias(42, Reason.RETURNED));
        assertThat(changed(new Old(42, Reason.UNPAID), ConstantRenamed.class))
                .isEqualTo(new ConstantRenamed(42, RenamedReason.NOT_PAID));
    }

    @Test
    void constructorShouldFillAnAddedField() {
        assertThat(changed(Map.of("number", 42), Refund.class)).isEqualTo(new Refund(42, "EUR"));
    }

    @Test
    void creatorShouldReadAPayloadThatWasAText() {
        assertThat(changed("Alice", Reminder.class)).isEqualTo(new Reminder("Alice", 30));
        assertThat(changed(new Reminder("Alice", 7), Reminder.class)).isEqualTo(new Reminder("Alice", 7));
    }

    @Test
    void converterShouldReadAllVersions() {
        Charge charge = new Charge(42, new Money(new BigDecimal("9.90"), "EUR"));
        assertThat(changed(Map.of("number", 42, "amount", new BigDecimal("9.90"), "currency", "EUR"), Charge.class))
                .isEqualTo(charge);
        assertThat(changed(charge, Charge.class)).isEqualTo(charge);
    }

    @Test
    void versionShouldChooseTheType() {
        assertThat(changed(Map.of("number", 42, "weight", 1_500), Shipment.class))
                .isEqualTo(new ShipmentV1(42, 1_500));
        assertThat(changed(new ShipmentV2(42, 1.5), Shipment.class)).isEqualTo(new ShipmentV2(42, 1.5));
    }

    @Test
    void dryRunShouldListWhatCannotBeRead() {
        try (DelayQueueTestKit kit = kit(ConstantRemoved.class)) {
            kit.service()
                    .addTask(Task.of("orders", "cancel")
                            .id("cancel-42")
                            .payload(old)
                            .delay(Duration.ofDays(30))
                            .build());
            PayloadReport report = kit.inspector().checkPayloads("orders", Duration.ofMinutes(10));
            for (TopicPayloads topic : report.topics()) {
                System.out.println(
                        topic.topic() + ": " + topic.tasks() + " read, " + topic.unreadable() + " unreadable");
                topic.first().forEach(task -> System.out.println(task.id() + ": " + task.reason()));
            }
            assertThat(report.isClean()).isFalse();
            assertThat(report.topics().get(0).first().get(0).id()).isEqualTo("cancel-42");
            kit.runDue();
            assertThat(kit.service().findTask("orders", "cancel-42")).isPresent();
        }
    }
}

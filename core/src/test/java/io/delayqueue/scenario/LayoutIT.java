package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.delayqueue.TaskStoreException;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.DelayQueueEngineBuilder;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.log.Documentation;
import io.delayqueue.monitor.InstanceInfo;
import io.delayqueue.monitor.StoreFinding;
import io.delayqueue.store.RegistryStore;
import io.delayqueue.testing.RedisServer;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The number of the data layout in Redis: missing, lost, or of another version. */
class LayoutIT {

    private static final String LAYOUT = "{MONITOR:SUMMARY}:LAYOUT";

    private static final String SUMMARY = "MONITOR:SUMMARY";

    private static final String THIS = String.valueOf(RegistryStore.WRITES_LAYOUT);

    private static final String LATER = String.valueOf(RegistryStore.READS_LAYOUT + 1);

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    private final RedisServer server = engines.server();

    private final LogLines log = engines.closing(LogLines.of("io.delayqueue", Level.WARN));

    private final Queue<String> delivered = new ConcurrentLinkedQueue<>();

    private final Consumer<DelayQueueEngineBuilder> consuming = engines.consuming(
                    (payload, context) -> delivered.add(context.id()), 1)
            .andThen(builder -> builder.ignoreStoreFindings(Set.of(StoreFinding.Kind.NO_PERSISTENCE)));

    private void publishChange() {
        TestEngines.awaitSubscriptions(server, 1);
        server.client().publish("MONITOR:CHANGED:0", "");
    }

    private void assertRefuses(DelayQueueEngine engine, String sentence) {
        assertThatThrownBy(engine::start)
                .isInstanceOf(TaskStoreException.class)
                .hasMessage("The store at " + server.address() + " " + sentence + " See "
                        + Documentation.link("upgrading.html#the-number-of-the-layout"));
        assertThat(engine.isRunning()).isFalse();
    }

    private void assertDelivers(DelayQueueEngine engine, String id) {
        engine.service().addTask(engines.builder().id(id).build());
        await().until(() -> delivered.contains(id));
    }

    private static String later() {
        return "has data layout " + LATER + ", and this version reads layouts up to " + RegistryStore.READS_LAYOUT
                + ": start a version that reads layout " + LATER + ".";
    }

    @Test
    void firstEngineShouldWriteTheNumber() {
        DelayQueueEngine engine = engines.start(consuming);
        assertThat(server.client().get(LAYOUT)).isEqualTo(THIS);
        await().untilAsserted(() -> assertThat(engine.inspector().instances(engines.group()))
                .extracting(InstanceInfo::readsLayout)
                .containsExactly(RegistryStore.READS_LAYOUT));
    }

    @Test
    void eachNamespaceShouldHaveItsNumber() {
        server.client().set(LAYOUT, LATER);
        engines.start(consuming.andThen(builder -> builder.namespace("staging")));
        assertThat(server.client().get("{staging:MONITOR:SUMMARY}:LAYOUT")).isEqualTo(THIS);
    }

    @Test
    void registryOfTheAncestorShouldGetTheNumber() {
        server.client().hset(SUMMARY, Map.of("shop", "pay,mail"));
        DelayQueueEngine engine = engines.start(consuming);
        assertThat(server.client().get(LAYOUT)).isEqualTo(THIS);
        assertThat(engine.register().topics().get("shop")).containsExactlyInAnyOrder("pay", "mail");
    }

    @Test
    void laterLayoutShouldRefuseTheStartAndNothingIsWritten() {
        server.client().set(LAYOUT, LATER);
        assertRefuses(engines.build(consuming), later());
        assertThat(server.client().keys("*")).isEqualTo(Set.of(LAYOUT));
    }

    @Test
    void noNumberShouldRefuseTheStart() {
        server.client().set(LAYOUT, "two");
        assertThatThrownBy(engines.build(consuming)::start)
                .isInstanceOf(TaskStoreException.class)
                .hasMessage("Redis at " + server.address() + " has no number in the key " + LAYOUT);
    }

    @Test
    void laterLayoutShouldStopARunningEngineWithOneSentence() {
        DelayQueueEngine engine = engines.start(consuming);
        assertDelivers(engine, "before");
        server.client().set(LAYOUT, LATER);
        publishChange();
        await().until(() -> !engine.isRunning());
        assertThat(engine.status().running()).isFalse();
        assertThat(engine.status().haltReason())
                .isEqualTo("The store at " + server.address() + " " + later() + " See "
                        + Documentation.link("upgrading.html#the-number-of-the-layout"));
        assertThat(log.with("")).singleElement().asString().startsWith("ERROR").contains("stops delivering", later());
        engine.service().addTask(engines.builder().id("after").build());
        assertRefuses(engine, later());
        server.client().set(LAYOUT, THIS);
        engine.start();
        assertThat(engine.status().haltReason()).isNull();
        await().until(() -> delivered.contains("after"));
    }

    @Test
    void laterLayoutShouldStopARunningEngineWithinTenSecondsWithoutAMessage() {
        DelayQueueEngine engine = engines.start(consuming);
        server.client().set(LAYOUT, LATER);
        await().atMost(Duration.ofSeconds(15)).until(() -> !engine.isRunning());
    }

    @Test
    void lostNumberShouldBeWrittenAgainByARunningEngine() {
        DelayQueueEngine engine = engines.start(consuming);
        server.client().del(LAYOUT);
        publishChange();
        await().until(() -> THIS.equals(server.client().get(LAYOUT)));
        assertDelivers(engine, "after");
        assertThat(log.with("")).isEmpty();
    }

    @Test
    void lostNumberShouldBeWrittenAgainByTheNextEngine() {
        DelayQueueEngine first = engines.start(consuming);
        first.service().addTask(engines.task(Duration.ofHours(1)));
        first.close();
        server.client().del(LAYOUT);
        DelayQueueEngine next = engines.start(consuming);
        assertThat(server.client().get(LAYOUT)).isEqualTo(THIS);
        assertThat(next.inspector().audit(engines.group()).isClean()).isTrue();
        assertDelivers(next, "after");
    }

    /** Of the snapshots before the number, and of the ancestor: they had one set for all delayed tasks of a group. */
    @ParameterizedTest
    @ValueSource(strings = {"{orders}:WAITING", "{orders}:RESERVED", "{orders}:COUNTS"})
    void keysOfABuildWithoutANumberShouldRefuseTheStart(String key) {
        server.client().hset(SUMMARY, Map.of("orders", "t"));
        server.client().hset(key, "a", "1");
        assertRefuses(
                engines.build(consuming),
                "has the key " + key + " of another data layout and no number of its layout; this version reads layouts"
                        + " up to " + RegistryStore.READS_LAYOUT
                        + ": empty that group with the version that wrote it, or remove its keys.");
        assertThat(server.client().exists(LAYOUT)).isFalse();
        server.client().del(key);
        engines.start(consuming);
    }

    /** A later layout leaves a string in this place, so that the scripts of this one fail. */
    @Test
    void lostNumberOfALaterLayoutShouldBeFoundInTheGroups() {
        server.client().hset(SUMMARY, Map.of("orders", "t", "{no group}", "t"));
        server.client().set("{orders}:TOPICS", LATER);
        assertRefuses(
                engines.build(consuming),
                "has the key {orders}:TOPICS of another data layout and no number of its layout; this version reads"
                        + " layouts up to " + RegistryStore.READS_LAYOUT
                        + ": empty that group with the version that wrote it, or remove its keys.");
        assertThat(server.client().exists(LAYOUT)).isFalse();
        server.client().del("{orders}:TOPICS");
        engines.start(consuming);
    }
}

package io.delayqueue.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.qos.logback.classic.Level;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.engine.TestEngines;
import io.delayqueue.limit.Limit;
import io.delayqueue.store.Backend;
import io.delayqueue.store.RegistryStore;
import io.delayqueue.store.TestPorts;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Operations on names that are not registered; a server of its own, because the nearest names are those of all tests. */
class UnknownNamesIT {

    @RegisterExtension
    private final TestEngines engines = TestEngines.onOwnServer();

    @AutoClose
    private final LogLines log = LogLines.of("io.delayqueue.internal", Level.WARN);

    private DelayQueueEngine engine() {
        return engines.start(builder -> builder.topic("orders", "remind").topic("mails", "send"));
    }

    @Test
    void pauseAndHoldOfAnUnknownTopicShouldNameTheNearest() {
        DelayQueueEngine engine = engine();
        engine.service().topic("orders", "remind").pause();
        engine.service().topic("orders", "remind").hold(Instant.EPOCH);
        assertThat(log.with("registered")).isEmpty();
        assertThat(engine.service().topic("orders", "remnd").pause()).isTrue();
        engine.service().topic("nothing", "like-it").hold(Instant.EPOCH);
        assertThat(log.with("registered"))
                .containsExactly(
                        "WARN The topic orders/remnd is paused or held, and is not registered."
                                + " The registered topic with the most similar name is orders/remind.",
                        "WARN The topic nothing/like-it is paused or held, and is not registered.");
    }

    @Test
    void setLimitOfAnUnknownNameShouldNameTheNearestTopic() {
        DelayQueueEngine engine = engine();
        engine.inspector().setLimit(Limit.of("orders", "remind").concurrency(1));
        assertThat(log.with("limit")).isEmpty();
        engine.inspector().setLimit(Limit.of("orders", "remnd").concurrency(1));
        assertThat(log.with("limit"))
                .containsExactly("WARN The limit orders/remnd is set, and limits no registered topic."
                        + " The registered topic with the most similar name is orders/remind.");
    }

    /** An operator pauses also while the registry cannot be read. */
    @Test
    void nameThatCannotBeLookedUpShouldBeChangedAllTheSame() {
        DelayQueueEngine engine = engine();
        engines.server().client().del("MONITOR:SUMMARY");
        engines.server().client().set("MONITOR:SUMMARY", "of another program");
        assertThat(engine.service().topic("orders", "remind").pause()).isTrue();
        assertThat(engine.service().topic("orders", "remind").resume()).isTrue();
        assertThat(engine.service().topic("orders", "remind").hold(Instant.parse("2100-01-01T00:00:00Z")))
                .isTrue();
        engine.inspector().setLimit(Limit.of("orders", "remind").concurrency(1));
        assertThat(engine.inspector().limits("orders")).hasSize(1);
        assertThat(log.with("is not registered")).isEmpty();
    }

    @Test
    void drainOfAnUnknownGroupShouldBeRefusedWithTheNearest() {
        DelayQueueEngine engine = engine();
        assertThatExceptionOfType(InvalidTaskException.class)
                .isThrownBy(() -> engine.drain("order"))
                .withMessage("group must be registered, but is 'order'. The registered group with the most similar name"
                        + " is orders.");
        assertThat(engine.status().groups()).noneMatch(group -> group.draining());
        DelayQueueEngine stopped = engines.build();
        assertThatExceptionOfType(InvalidTaskException.class)
                .isThrownBy(() -> stopped.drain("nope"))
                .withMessage("group must be registered, but is 'nope'.");
        stopped.drain("mails");
    }

    /** An operator drains an instance also while the store is away. */
    @Test
    void drainOfAGroupThatIsKnownHereShouldNotCallTheStore() {
        Backend real = engines.backend();
        AtomicInteger loads = new AtomicInteger();
        RegistryStore counting = TestPorts.counting(RegistryStore.class, real.registry(), "load", loads);
        DelayQueueEngine engine =
                engines.build(TestPorts.with(real, RegistryStore.class, counting), builder -> builder.group("orders"));
        engine.drain("orders");
        assertThat(loads).hasValue(0);
        assertThatExceptionOfType(InvalidTaskException.class).isThrownBy(() -> engine.drain("nope"));
        assertThat(loads).hasValue(1);
    }

    @Test
    void disabledGroupThatIsNotRegisteredShouldBeNamedWithTheNearest() {
        engine();
        engines.start(builder -> builder.disableGroup("oders").disableGroup("mails"));
        assertThat(log.with("disabled"))
                .isEqualTo(List.of("WARN The group oders is disabled here, and is not registered."
                        + " The registered group with the most similar name is orders."));
    }
}

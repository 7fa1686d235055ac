package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.store.InstanceStore.Heartbeats;
import io.delayqueue.store.InstanceStore.StoredHeartbeat;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What instances tell of themselves, and who reads it. */
public abstract class InstanceStoreContract {

    private static final Pattern AT = Pattern.compile("^\\{\"at\":(\\d+),");

    protected final String group = "g" + UUID.randomUUID();

    protected final InstanceStore store;

    protected InstanceStoreContract(StoreUnderTest underTest) {
        this.store = underTest.instances();
    }

    /** The time of the heartbeat of an instance, by the store's clock. */
    protected static long at(StoredHeartbeat heartbeat) {
        return AT.matcher(heartbeat.state())
                .results()
                .map((MatchResult found) -> Long.parseLong(found.group(1)))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aGroupForWhichNobodyWorksHasNoBeats() {
        assertThat(store.heartbeats(group).all()).isEmpty();
        assertThat(store.heartbeats(group).storeTime()).isPositive();
    }

    @Test
    void aBeatIsReadWithTheStoresTimeInFront() {
        long before = store.heartbeats(group).storeTime();
        store.heartbeat(group, "i", "{\"host\":\"öst\",\"n\":[1,2]}");
        Heartbeats heartbeats = store.heartbeats(group);
        assertThat(heartbeats.all()).singleElement().satisfies(heartbeat -> {
            assertThat(heartbeat.instance()).isEqualTo("i");
            assertThat(heartbeat.state()).isEqualTo("{\"at\":" + at(heartbeat) + ",\"host\":\"öst\",\"n\":[1,2]}");
            assertThat(at(heartbeat)).isBetween(before, heartbeats.storeTime());
        });
    }

    @Test
    void aBeatReplacesTheInstancesLastOneAndNoOthers() {
        store.heartbeat(group, "i", "{\"n\":1}");
        store.heartbeat(group, "j", "{\"n\":2}");
        store.heartbeat(group, "i", "{\"n\":3}");
        store.heartbeat(group + "x", "k", "{\"n\":4}");
        assertThat(store.heartbeats(group).all())
                .extracting(
                        heartbeat -> heartbeat.instance() + heartbeat.state().replaceFirst("\"at\":\\d+,", ""))
                .containsExactlyInAnyOrder("i{\"n\":3}", "j{\"n\":2}");
    }

    @Test
    void aBeatHearsWhetherSomebodyHasReadTheGroups() {
        assertThat(store.heartbeat(group, "i", "{\"n\":1}")).isFalse();
        store.heartbeats(group + "x");
        assertThat(store.heartbeat(group, "i", "{\"n\":2}")).isFalse();
        store.heartbeats(group);
        assertThat(store.heartbeat(group, "i", "{\"n\":3}")).isTrue();
        assertThat(store.heartbeat(group, "j", "{\"n\":4}")).isTrue();
        assertThat(store.heartbeat(group + "x", "i", "{\"n\":5}")).isTrue();
    }

    @Test
    void whoHasLeftIsGoneAndMayLeaveAgain() {
        store.heartbeat(group, "i", "{\"n\":1}");
        store.heartbeat(group, "j", "{\"n\":2}");
        store.leave(group, "i");
        store.leave(group, "i");
        store.leave(group, "nobody");
        assertThat(store.heartbeats(group).all())
                .extracting(StoredHeartbeat::instance)
                .containsExactly("j");
        store.heartbeat(group, "i", "{\"n\":3}");
        assertThat(store.heartbeats(group).all()).hasSize(2);
    }
}

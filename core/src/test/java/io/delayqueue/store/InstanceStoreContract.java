package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.store.InstanceStore.Heartbeats;
import io.delayqueue.store.InstanceStore.StoredWork;
import java.util.Map;
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

    /** The time of a heartbeat, by the store's clock. */
    protected static long at(String state) {
        return AT.matcher(state)
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
        assertThat(heartbeats.all()).hasSize(1).hasEntrySatisfying("i", state -> {
            assertThat(state).isEqualTo("{\"at\":" + at(state) + ",\"host\":\"öst\",\"n\":[1,2]}");
            assertThat(at(state)).isBetween(before, heartbeats.storeTime());
        });
    }

    @Test
    void aBeatReplacesTheInstancesLastOneAndNoOthers() {
        store.heartbeat(group, "i", "{\"n\":1}");
        store.heartbeat(group, "j", "{\"n\":2}");
        store.heartbeat(group, "i", "{\"n\":3}");
        store.heartbeat(group + "x", "k", "{\"n\":4}");
        assertThat(store.heartbeats(group).all().entrySet())
                .extracting(
                        heartbeat -> heartbeat.getKey() + heartbeat.getValue().replaceFirst("\"at\":\\d+,", ""))
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
        assertThat(store.heartbeats(group).all()).containsOnlyKeys("j");
        store.heartbeat(group, "i", "{\"n\":3}");
        assertThat(store.heartbeats(group).all()).hasSize(2);
    }

    @Test
    void workShouldBeReadAsRecordedAndItsPartsReplaced() {
        assertThat(store.work(group, false).sums()).isEmpty();
        assertThat(store.work(group, false).parts()).isEmpty();
        assertThat(store.recordWork(group, "", "1", Map.of())).isTrue();
        assertThat(store.recordWork(group, "1", "2", Map.of("287", "ö", "0", "[1]")))
                .isTrue();
        assertThat(store.recordWork(group, "2", "3", Map.of("0", "[2]"))).isTrue();
        StoredWork work = store.work(group, false);
        assertThat(work.sums()).isEqualTo("3");
        assertThat(work.parts()).containsOnly(Map.entry("287", "ö"), Map.entry("0", "[2]"));
        assertThat(store.work(group + "x", false).parts()).isEmpty();
    }

    @Test
    void workOfTheSameTimeShouldBeRecordedOnce() {
        assertThat(store.recordWork(group, "", "1", Map.of("0", "a"))).isTrue();
        assertThat(store.recordWork(group, "", "1", Map.of("0", "b"))).isFalse();
        assertThat(store.recordWork(group, "1", "2", Map.of("1", "c"))).isTrue();
        assertThat(store.recordWork(group, "1", "2", Map.of("1", "d"))).isFalse();
        assertThat(store.work(group, false).parts()).containsOnly(Map.entry("0", "a"), Map.entry("1", "c"));
    }

    @Test
    void heartbeatsShouldComeWithTheWorkIfWantedAndNotCountAsRead() {
        store.heartbeat(group, "i", "{\"n\":1}");
        assertThat(store.work(group, false).heartbeats().all()).isEmpty();
        Heartbeats heartbeats = store.work(group, true).heartbeats();
        assertThat(heartbeats.all()).containsOnlyKeys("i");
        assertThat(heartbeats.storeTime())
                .isGreaterThanOrEqualTo(at(heartbeats.all().get("i")));
        assertThat(store.heartbeat(group, "i", "{\"n\":2}")).isFalse();
    }
}

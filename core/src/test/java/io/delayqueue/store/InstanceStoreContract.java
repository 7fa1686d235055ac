package io.delayqueue.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.store.InstanceStore.Beat;
import io.delayqueue.store.InstanceStore.Beats;
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

    /** The time at which an instance told what it told, by the store's clock. */
    protected static long at(Beat beat) {
        return AT.matcher(beat.state())
                .results()
                .map((MatchResult found) -> Long.parseLong(found.group(1)))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aGroupForWhichNobodyWorksHasNoBeats() {
        assertThat(store.beats(group).all()).isEmpty();
        assertThat(store.beats(group).storeTime()).isPositive();
    }

    @Test
    void aBeatIsReadWithTheStoresTimeInFront() {
        long before = store.beats(group).storeTime();
        store.beat(group, "i", "{\"host\":\"öst\",\"n\":[1,2]}");
        Beats beats = store.beats(group);
        assertThat(beats.all()).singleElement().satisfies(beat -> {
            assertThat(beat.instance()).isEqualTo("i");
            assertThat(beat.state()).isEqualTo("{\"at\":" + at(beat) + ",\"host\":\"öst\",\"n\":[1,2]}");
            assertThat(at(beat)).isBetween(before, beats.storeTime());
        });
    }

    @Test
    void aBeatReplacesTheInstancesLastOneAndNoOthers() {
        store.beat(group, "i", "{\"n\":1}");
        store.beat(group, "j", "{\"n\":2}");
        store.beat(group, "i", "{\"n\":3}");
        store.beat(group + "x", "k", "{\"n\":4}");
        assertThat(store.beats(group).all())
                .extracting(beat -> beat.instance() + beat.state().replaceFirst("\"at\":\\d+,", ""))
                .containsExactlyInAnyOrder("i{\"n\":3}", "j{\"n\":2}");
    }

    @Test
    void aBeatHearsWhetherSomebodyHasReadTheGroups() {
        assertThat(store.beat(group, "i", "{\"n\":1}")).isFalse();
        store.beats(group + "x");
        assertThat(store.beat(group, "i", "{\"n\":2}")).isFalse();
        store.beats(group);
        assertThat(store.beat(group, "i", "{\"n\":3}")).isTrue();
        assertThat(store.beat(group, "j", "{\"n\":4}")).isTrue();
        assertThat(store.beat(group + "x", "i", "{\"n\":5}")).isTrue();
    }

    @Test
    void whoHasLeftIsGoneAndMayLeaveAgain() {
        store.beat(group, "i", "{\"n\":1}");
        store.beat(group, "j", "{\"n\":2}");
        store.leave(group, "i");
        store.leave(group, "i");
        store.leave(group, "nobody");
        assertThat(store.beats(group).all()).extracting(Beat::instance).containsExactly("j");
        store.beat(group, "i", "{\"n\":3}");
        assertThat(store.beats(group).all()).hasSize(2);
    }
}

package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.InvalidSettingException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeysTests {

    private static final Keys.Space PLAIN = new Keys.Space(0, null);

    private static final Keys.Space STAGING = new Keys.Space(3, "staging");

    @Test
    void namesWithoutANamespaceShouldBeThoseOfTheAncestor() {
        Keys keys = new Keys("g", PLAIN);
        assertThat(name(keys, Key.SUMMARY)).isEqualTo("MONITOR:SUMMARY");
        assertThat(name(keys, Key.REMOVED)).isEqualTo("{MONITOR:SUMMARY}:REMOVED");
        assertThat(name(keys, Key.UNREGISTERED)).isEqualTo("{MONITOR:SUMMARY}:UNREGISTERED");
        assertThat(name(keys, Key.CONSUMING)).isEqualTo("{g}:CONSUMING:t");
        assertThat(PLAIN.changedChannel()).isEqualTo("MONITOR:CHANGED:0");
        assertThat(keys.wake).asString(UTF_8).isEqualTo("{g}:WAKE:0");
    }

    @Test
    void namespaceShouldBeInTheHashTag() {
        Keys keys = new Keys("g", STAGING);
        assertThat(name(keys, Key.SUMMARY)).isEqualTo("{staging:MONITOR:SUMMARY}");
        assertThat(name(keys, Key.REMOVED)).isEqualTo("{staging:MONITOR:SUMMARY}:REMOVED");
        assertThat(name(keys, Key.CONSUMING)).isEqualTo("{staging:g}:CONSUMING:t");
        assertThat(STAGING.changedChannel()).isEqualTo("{staging:MONITOR:CHANGED}:3");
        assertThat(keys.wake).asString(UTF_8).isEqualTo("{staging:g}:WAKE:3");
    }

    @ParameterizedTest
    @EnumSource(Key.class)
    void everyKeyShouldBeginWithTheNamespace(Key key) {
        assertThat(name(new Keys("g", STAGING), key)).startsWith("{staging:").contains("}");
    }

    @ParameterizedTest
    @CsvSource({"a.b-c,", "a.b-c, staging"})
    void channelShouldNameItsGroup(String group, @Nullable String namespace) {
        Keys.Space keyspace = new Keys.Space(1, namespace);
        assertThat(keyspace.groupOf(keyspace.wakeChannel(group))).isEqualTo(group);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "MONITOR", "a:b", "{a", "a}", "a*", "a?", "[a]", "1a", "ä", "a b"})
    void invalidNamespaceShouldBeRefused(String namespace) {
        assertThatThrownBy(() -> new Keys.Space(0, namespace))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageStartingWith("namespace must be a letter followed by")
                .hasMessageEndingWith("but is '" + namespace + "'");
    }

    @Test
    void longestNamespaceShouldHave128Characters() {
        assertThat(new Keys.Space(0, "a".repeat(128)).namespace()).hasSize(128);
        assertThatThrownBy(() -> new Keys.Space(0, "a".repeat(129))).isInstanceOf(InvalidSettingException.class);
    }

    private static String name(Keys keys, Key key) {
        return new String(keys.get(key, "t"), UTF_8);
    }
}

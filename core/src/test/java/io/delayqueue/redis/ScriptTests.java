package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.Priority;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScriptTests {

    @ParameterizedTest
    @EnumSource(Script.class)
    void headerShouldNameEveryKeyTheScriptUses(Script script) {
        String source = new String(script.source(), UTF_8);
        String header = source.lines()
                .takeWhile(line -> line.startsWith("--") || line.isEmpty())
                .reduce("", (all, line) -> all + line + "\n");
        Matcher used = Pattern.compile("KEYS\\[(\\d+)]").matcher(source);
        while (used.find()) {
            assertThat(header).as(script.name()).contains(used.group());
        }
        if (source.contains("ARGV")) {
            assertThat(header).contains("ARGV");
        }
    }

    @ParameterizedTest
    @EnumSource(Script.class)
    void everyIncludeShouldBeResolved(Script script) {
        assertThat(new String(script.source(), UTF_8)).doesNotContain("--#include");
    }

    @Test
    void shaShouldBeWhatRedisComputes() {
        assertThat(new String(ScriptFile.sha1("return 1".getBytes(UTF_8)), UTF_8))
                .isEqualTo("e0e1f9fabfc9d4800c877a703b823ac0578ff8db");
    }

    @Test
    void aMissingFileShouldBeNamed() {
        assertThatThrownBy(() -> ScriptFile.read("nothing"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nothing.lua");
    }

    @Test
    void wakeChannelsShouldNameTheirGroup() {
        assertThat(Keys.groupOf(Keys.wakeChannel("a.b-c"))).isEqualTo("a.b-c");
        assertThat(new String(new Keys("g").consuming("t", Priority.NORMAL), UTF_8))
                .isEqualTo("{g}:CONSUMING:t");
    }
}

package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.store.NewTask;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScriptTests {

    private static final Pattern NAME_OF_A_KEY = Pattern.compile("\\.\\. '[A-Z]+:?'|'[^']*(CONSUMING|DEAD|SIGNAL):");

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
    void everyIncludeShouldBeResolvedOnce(Script script) {
        assertThat(new String(script.source(), UTF_8)).doesNotContain("--#include");
        assertThat(code(script).lines().filter(line -> line.startsWith("local function")))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource(Script.class)
    void includesShouldComeBeforeTheirUse(Script script) {
        String code = code(script);
        Matcher functions = Pattern.compile("(?m)^local function (\\w+)").matcher(code);
        while (functions.find()) {
            assertThat(code.substring(0, functions.start()))
                    .doesNotContainPattern("(?<![\\w.])" + functions.group(1) + "\\(");
        }
    }

    /** Of a key whose name it makes itself a script cannot know on which node it is while a cluster moves the slot. */
    @ParameterizedTest
    @EnumSource(Script.class)
    void aScriptThatMakesNamesOfKeysShouldDeclareAKeyThatNeverExists(Script script) {
        boolean makesNames = NAME_OF_A_KEY.matcher(code(script)).find();
        List<byte[]> keys = List.of(new Keys("g", 0).detail, new Keys("g", 0).waiting);
        if (script != Script.ADD) {
            assertThat(script.touchesUndeclaredKeys()).as("%s", script).isEqualTo(makesNames);
            assertThat(script.declared(keys)).hasSize(makesNames ? 3 : 2).startsWith(keys.toArray(new byte[0][]));
        }
        if (script.touchesUndeclaredKeys()) {
            assertThat(script.declared(keys).get(2)).asString(UTF_8).isEqualTo("{g}:NEVER");
        }
        assertThat(new String(script.source(), UTF_8).contains("{G}:NEVER")).isEqualTo(makesNames);
    }

    /** It makes names only for a time that counts from the epoch, and to find what is replaced. */
    @Test
    void anAddShouldDeclareAKeyThatNeverExistsUnlessItTouchesDeclaredKeysOnly() {
        Keys keys = new Keys("g", 0);
        NewTask later = add(true, IfExists.KEEP);
        assertThat(RedisTaskStore.keysOfAdd(keys, List.of(later, add(true, IfExists.FAIL))))
                .containsExactly(keys.detail, keys.waiting, keys.counts);
        for (NewTask task :
                List.of(add(false, IfExists.KEEP), add(true, IfExists.REPLACE), add(false, IfExists.REPLACE))) {
            assertThat(RedisTaskStore.keysOfAdd(keys, List.of(later, task))).contains(keys.never);
        }
    }

    private static NewTask add(boolean relative, IfExists ifExists) {
        return new NewTask("t", "a", 0, relative, new byte[0], new NewTask.AddMode(Priority.NORMAL, ifExists));
    }

    private static String code(Script script) {
        return new String(script.source(), UTF_8)
                .lines()
                .filter(line -> !line.strip().startsWith("--"))
                .collect(Collectors.joining("\n"));
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
        assertThat(Keys.groupOf(Keys.wakeChannel("a.b-c", 1))).isEqualTo("a.b-c");
        assertThat(new String(new Keys("g", 0).consuming("t", Priority.NORMAL), UTF_8))
                .isEqualTo("{g}:CONSUMING:t");
    }
}

package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.delayqueue.IfExists;
import io.delayqueue.Priority;
import io.delayqueue.TaskState;
import io.delayqueue.store.AddStatus;
import io.delayqueue.store.Failures;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.TaskEdit;
import io.delayqueue.store.TestTasks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Protocol;

class ScriptTests {

    private static final Pattern TOP_FUNCTION = Pattern.compile("(?ms)^local function .*?^end$");

    private static final Pattern NAME_OF_A_KEY = Pattern.compile("(?:(?<!_)topic_key\\(|prefix \\.\\. )'([A-Z]+)'");

    @ParameterizedTest
    @EnumSource(Script.class)
    void everyScriptShouldDeclareItsKeysOnce(Script script) {
        String source = new String(script.file().source, UTF_8);
        assertThat(source.lines().filter(line -> line.contains("KEYS[") || line.contains("unpack(KEYS")))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("local ");
        assertThat(source).doesNotContain("--#keys");
        assertThat(script.file().keys).isNotEmpty().doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource(Script.class)
    void headerShouldNameTheArguments(Script script) throws IOException {
        String file = script.name().toLowerCase(Locale.ROOT).replace('_', '-') + ".lua";
        String source = Files.readString(Path.of("src", "main", "resources", "io", "delayqueue", "redis", file));
        if (code(script).contains("ARGV")) {
            assertThat(source.lines().takeWhile(line -> !line.isEmpty())).anyMatch(line -> line.startsWith("-- ARGV"));
        }
    }

    @Test
    void keysShouldBeSentInTheOrderInWhichTheScriptDeclaresThem() {
        Keys keys = new Keys("g", new Keys.Space(0, null));
        byte[] set = Keys.bytes("a set");
        assertThat(keys.of(Script.FINISH))
                .extracting(key -> new String(key, UTF_8))
                .containsExactly("{g}:TOPICS", "{g}:DELIVERIES", "{g}:DETAIL", "{g}:ERRORS", "{g}:RULES", "{g}:NEVER");
        assertThat(keys.ofTopics(Script.RETRY, List.of("t", "u")))
                .extracting(key -> new String(key, UTF_8))
                .endsWith("{g}:RESERVED:t", "{g}:WAITING:t", "{g}:RESERVED:u", "{g}:WAITING:u");
        assertThat(keys.with("t").of(Script.LIST_FAILURES))
                .extracting(key -> new String(key, UTF_8))
                .containsExactly("{g}:ERRORS", "{g}:DEAD:t");
        assertThat(keys.and(List.of(set, set)).of(Script.LIST)).hasSize(5).endsWith(set, set);
        assertThat(code(Script.FINISH))
                .startsWith("local topics, deliveries, detail, errors, rules, never = "
                        + "KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]\n");
        assertThat(code(Script.LIST))
                .startsWith("local detail, deliveries, errors, sets = "
                        + "KEYS[1], KEYS[2], KEYS[3], { unpack(KEYS, 4) }\n");
    }

    @Test
    void aKeyOfATopicShouldNotBeSentWithoutTheTopic() {
        assertThatThrownBy(() -> new Keys("g", new Keys.Space(0, null)).of(Script.LIST_FAILURES))
                .isInstanceOf(NullPointerException.class);
    }

    @Test
    void anIncludeWhoseKeysAreNotDeclaredShouldBeRefused() {
        assertThatThrownBy(() -> new ScriptFile("lacks-keys"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("include/fence")
                .hasMessageContaining("[topics, deliveries]");
    }

    @ParameterizedTest
    @EnumSource(Script.class)
    void everyIncludeShouldBeResolvedOnce(Script script) {
        assertThat(new String(script.file().source, UTF_8)).doesNotContain("--#include");
        assertThat(code(script).lines().filter(line -> line.startsWith("local function")))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource(Script.class)
    void includesShouldComeBeforeTheirUse(Script script) {
        String code = code(script);
        Matcher functions = Pattern.compile("(?m)^local function (\\w+)").matcher(code);
        while (functions.find()) {
            String name = functions.group(1);
            // A function may have an include of its own.
            String before = TOP_FUNCTION
                    .matcher(code.substring(0, functions.start()))
                    .replaceAll(other -> other.group().contains("  local function " + name + "(")
                            ? ""
                            : Matcher.quoteReplacement(other.group()));
            assertThat(before).doesNotContainPattern("(?<![\\w.])" + name + "\\(");
        }
    }

    /** Redis creates all functions of a script at each call of it. */
    @ParameterizedTest
    @EnumSource(Script.class)
    void scriptsShouldHaveOnlyFunctionsThatTheyCall(Script script) {
        String code = code(script);
        Matcher functions = Pattern.compile("(?m)^( *)local function (\\w+)").matcher(code);
        while (functions.find()) {
            int end = functions.group(1).isEmpty() ? code.length() : code.indexOf("\nend\n", functions.end());
            assertThat(code.substring(functions.end(), end))
                    .containsPattern("(?<![\\w.])" + functions.group(2) + "(?!\\w)");
        }
    }

    /** While a cluster moves the slot, a key that is not declared may be on another node. */
    @ParameterizedTest
    @EnumSource(Script.class)
    void aScriptThatNamesKeysItDoesNotDeclareShouldDeclareAKeyThatNeverExists(Script script) {
        Set<Key> named = new HashSet<>();
        Matcher names = NAME_OF_A_KEY.matcher(code(script));
        while (names.find()) {
            named.add(Key.valueOf(names.group(1)));
        }
        script.file().topicKeys.forEach(named::remove);
        assertThat(script.file().keys.contains(Key.NEVER)).as("names %s", named).isNotEqualTo(named.isEmpty());
        assertThat(new Keys("g", new Keys.Space(0, null)).get(Key.NEVER))
                .asString(UTF_8)
                .isEqualTo("{g}:NEVER");
    }

    @Test
    void anAddShouldDeclareWhatItTouchesOnly() {
        Keys keys = new Keys("g", new Keys.Space(0, null));
        NewTask later = add(true, IfExists.KEEP);
        List<NewTask> plain = List.of(later, add(false, IfExists.FAIL));
        assertThat(ChangeArguments.script(plain)).isEqualTo(Script.ADD);
        assertThat(ChangeArguments.keys(Script.ADD, keys, plain, () -> "call"))
                .containsExactly(keys.get(Key.DETAIL), keys.get(Key.TOPICS), keys.get(Key.WAITING, "t"));
        assertThat(ChangeArguments.script(List.of(later, add(true, IfExists.REPLACE))))
                .isEqualTo(Script.REPLACE);
        NewTask repeating =
                new NewTask("t", "a", 0, true, new byte[0], TestTasks.mode(Priority.NORMAL, IfExists.KEEP, true));
        assertThat(ChangeArguments.script(List.of(later, repeating))).isEqualTo(Script.REPLACE);
        List.of(
                        new NewTask.AddMode(Priority.NORMAL, IfExists.KEEP, false, 1, 0, 0),
                        new NewTask.AddMode(Priority.NORMAL, IfExists.KEEP, false, 0, 1, 0))
                .forEach(mode -> assertThat(
                                ChangeArguments.script(List.of(new NewTask("t", "a", 0, false, new byte[0], mode))))
                        .isEqualTo(Script.REPLACE));
        assertThat(Script.ADD.file().keys).doesNotContain(Key.REPEATS, Key.UNIQUE);
    }

    private static NewTask add(boolean relative, IfExists ifExists) {
        return new NewTask("t", "a", 0, relative, new byte[0], TestTasks.mode(Priority.NORMAL, ifExists, false));
    }

    private static String code(Script script) {
        return new String(script.file().source, UTF_8).strip();
    }

    @Test
    void numbersInScriptsShouldBeThoseOfTheirCallers() {
        assertThat(constants(Script.FIND)).containsAllEntriesOf(numbers(TaskState.values(), FoundTask::number));
        assertThat(constants(Script.ADD))
                .containsAllEntriesOf(numbers(AddStatus.Kind.values(), kind -> kind.ordinal() + 1));
        assertThat(constants(Script.ADD_ONCE))
                .containsEntry("OTHER_TOPIC", (long) ChangeArguments.OTHER_TOPIC)
                .containsEntry("REPLACED", (long) ChangeArguments.REPLACED);
        assertThat(constants(Script.BURY)).containsEntry("MAX_ATTEMPTS", (long) Failures.MAX_ATTEMPTS);
        assertThat(constants(Script.BURY)).containsEntry("MAX_LINES", (long) OutcomeArguments.MAX_LINES);
        assertThat(constants(Script.REPEAT)).containsEntry("PAUSED_UNTIL", TaskEdit.PAUSED_UNTIL);
    }

    private static <E extends Enum<E>> Map<String, Long> numbers(E[] values, ToIntFunction<E> number) {
        return Stream.of(values).collect(Collectors.toMap(Enum::name, value -> (long) number.applyAsInt(value)));
    }

    /** What a script sets to numbers by names in capital letters. */
    private static Map<String, Long> constants(Script script) {
        Map<String, Long> constants = new HashMap<>();
        Matcher lines =
                Pattern.compile("(?m)^ *local ([A-Z_, ]+) = ([\\d, ]+)$").matcher(code(script));
        while (lines.find()) {
            String[] names = lines.group(1).split(", ");
            String[] values = lines.group(2).split(", ");
            for (int i = 0; i < names.length; i++) {
                constants.put(names[i], Long.valueOf(values[i]));
            }
        }
        return constants;
    }

    @Test
    void shaShouldBeWhatRedisComputes() {
        assertThat(new String(ScriptFile.sha1("return 1".getBytes(UTF_8)), UTF_8))
                .isEqualTo("e0e1f9fabfc9d4800c877a703b823ac0578ff8db");
    }

    @Test
    void aMissingFileShouldBeNamed() {
        assertThatThrownBy(() -> new ScriptFile("nothing"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nothing.lua");
    }

    @Test
    void smallestUserShouldHaveTheCommandsOfAllScriptsAndOfTheClient() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "redis-setup.md"));
        String section = page.substring(page.indexOf("## A user for the queue"), page.indexOf("## Cluster"));
        Set<String> rights = matches("[ `]\\+([a-z]+)", section)
                .map(right -> right.toUpperCase(Locale.ROOT))
                .collect(Collectors.toSet());
        // Jedis itself sends this command.
        assertThat(rights.remove("CLIENT")).isTrue();
        Set<String> commands =
                Stream.of(Protocol.Command.values()).map(Enum::name).collect(Collectors.toSet());
        Stream<String> names = Stream.concat(
                Stream.of(Script.values()).flatMap(script -> matches("(?<!\\btopic_key.)'([A-Z]+)'", code(script))),
                namesOfTheClient());
        assertThat(names.filter(commands::contains).distinct()).containsExactlyInAnyOrderElementsOf(rights);
    }

    /** The first groups of all matches. */
    private static Stream<String> matches(String pattern, String text) {
        return Pattern.compile(pattern).matcher(text).results().map(match -> match.group(1));
    }

    /** Names of methods and constants of Jedis that this package uses, in capital letters. */
    private static Stream<String> namesOfTheClient() {
        return new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages(Script.class.getPackageName())
                        .stream()
                        .flatMap(type -> type.getAccessesFromSelf().stream())
                        .filter(access ->
                                access.getTargetOwner().getPackageName().startsWith("redis.clients.jedis"))
                        .map(access -> access.getName().toUpperCase(Locale.ROOT).replace("WAITREPLICAS", "WAIT"));
    }
}

package io.delayqueue.web.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.web.dashboard.DashboardLiterals.Literal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts of the dashboard, and their translation. */
class DashboardTextsTests {

    private static final String TRANSLATION = "zh.js";

    private static final Pattern ENTRY = Pattern.compile("(?m)^    '(.+)': '(.+)',$");

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\d}");

    /** Several words, or one that begins like a sentence. */
    private static final Pattern WORDS = Pattern.compile("\\p{L}{2,} +[\\p{L}(]|^\\p{Lu}\\p{Ll}");

    /** Names of classes of elements, also in lists and selectors. */
    private static final Pattern CLASSES = Pattern.compile("(?=.*\\w-[\\w{])[a-z0-9{}#.\\[\\] -]+");

    /** Names of keys, headers, errors and classes, code, and what only programmers read. */
    private static final List<String> NOT_SHOWN = List.of(
            "Enter",
            "Escape",
            "ApiError",
            "TimeoutError",
            "Content-Type",
            "English",
            "use strict",
            "mono wrap",
            "muted task-line",
            "cron {0} ({1})",
            "Only links within this server");

    private static final Map<String, String> ENTRIES = entries();

    private static Map<String, String> entries() {
        return ENTRY.matcher(DashboardSources.text(TRANSLATION))
                .results()
                .collect(Collectors.toMap(entry -> entry.group(1), entry -> entry.group(2), (a, b) -> a, TreeMap::new));
    }

    @Test
    void textsShouldBeTheKeysOfTheTranslation() {
        TreeSet<String> texts = DashboardSources.scripts()
                .flatMap(name -> literals(name).stream())
                .flatMap(literal -> literal.isNoun()
                        ? Stream.of("{0} " + literal.text())
                        : literal.isTranslated() ? Stream.of(literal.text()) : Stream.empty())
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(ENTRIES.keySet()).isNotEmpty().containsExactlyInAnyOrderElementsOf(texts);
    }

    @Test
    void everyLineOfTheTranslationShouldBeAnEntryOnce() {
        List<String> lines = DashboardSources.text(TRANSLATION)
                .lines()
                .filter(line -> line.startsWith("    "))
                .toList();

        assertThat(lines).allMatch(line -> ENTRY.matcher(line).matches()).hasSize(ENTRIES.size());
    }

    @Test
    void translationsShouldHaveThePlaceholdersOfTheirTexts() {
        assertThat(ENTRIES)
                .allSatisfy((text, translation) ->
                        assertThat(placeholders(translation)).as(text).isEqualTo(placeholders(text)));
    }

    private static List<String> placeholders(String text) {
        return PLACEHOLDER
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @MethodSource("io.delayqueue.web.dashboard.DashboardSources#scripts")
    void wordsShouldBeTranslated(String name) {
        assertThat(literals(name))
                .filteredOn(literal -> !literal.isTranslated() && !literal.isNoun())
                .filteredOn(
                        literal -> !literal.before().matches(".*\\bclass: (?:.* [?:] )?|import .*|const \\w+_CODE = "))
                .extracting(Literal::text)
                .filteredOn(text ->
                        !NOT_SHOWN.contains(text) && !CLASSES.matcher(text).matches())
                .noneMatch(text ->
                        WORDS.matcher(PLACEHOLDER.matcher(text).replaceAll("")).find());
    }

    private static List<Literal> literals(String name) {
        return name.equals(TRANSLATION) ? List.of() : DashboardLiterals.of(DashboardSources.text(name));
    }
}

package io.delayqueue.redis;

import io.delayqueue.InvalidTaskException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Position in a walk through one or several keys: after a score and a member, which need not exist any longer, or at the cursor of a
 * hash. Written as {@code walk/place/score/member}, where the walk is its name, and the place is the number of the key.
 */
record PageCursor(String walk, List<Key> keys, int place, String score, String member) {

    static final String STEP = "must come from a step of the same operation and topic";

    private static final char NUL = '\0';

    /** Stands in texts for the character that divides members of {@link Key#BEHIND}; neither keys nor ids have it. */
    private static final char NO_KEY = '"';

    /** The score is a double as Redis writes it, or nothing. */
    private static final Pattern POSITION =
            Pattern.compile("(\\d)/((?:-?(?:inf|\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?))?)/(.*)", Pattern.DOTALL);

    /** Reads where a page goes on: at the beginning if there is no text. */
    static PageCursor ofPage(String walk, @Nullable String text, List<Key> keys) {
        return read(walk, text, keys, "cursor", "must come from a page of the same topic and state");
    }

    /** Reads where an operation goes on: at the beginning if there is no text. */
    static PageCursor ofStep(String walk, @Nullable String text, List<Key> keys) {
        return read(walk, text, keys, "from", STEP);
    }

    private static PageCursor read(String walk, @Nullable String text, List<Key> keys, String field, String rule) {
        PageCursor beginning = new PageCursor(walk, keys, 0, "", "");
        if (text == null) {
            return beginning;
        }
        String start = walk + "/";
        Matcher position = POSITION.matcher(text.startsWith(start) ? text.substring(start.length()) : "");
        int place = position.matches() ? Integer.parseInt(position.group(1)) : keys.size();
        InvalidTaskException.require(place < keys.size(), field, text, rule);
        return beginning.at(place, position.group(2), position.group(3).replace(NO_KEY, NUL));
    }

    private PageCursor at(int otherPlace, String otherScore, String otherMember) {
        return new PageCursor(walk, keys, otherPlace, otherScore, otherMember);
    }

    Key key() {
        return keys.get(place);
    }

    /** Returns the position after a step that reached a score and a member, or the end of the key; null at the end of the walk. */
    @Nullable
    String next(String nextScore, String nextMember) {
        return next(0, nextScore, nextMember);
    }

    /** Returns the position after a step that went on in later keys. */
    @Nullable
    String next(int later, String nextScore, String nextMember) {
        int reached = place + later;
        if (!nextScore.isEmpty()) {
            return at(reached, nextScore, nextMember).toString();
        }
        return reached + 1 == keys.size() ? null : at(reached + 1, "", "").toString();
    }

    @Override
    public String toString() {
        return walk + "/" + place + "/" + score + "/" + member.replace(NUL, NO_KEY);
    }
}

package io.delayqueue.redis;

import io.delayqueue.InvalidTaskException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Position in a walk through one or several keys: after a score and a member, which need not exist any longer, or at the cursor of a
 * hash. Written as {@code walk/place/score/member}, where the walk is its name.
 */
record PageCursor(String walk, Place place, String score, String member) {

    /** A double as Redis writes it, or nothing. */
    static final String STEP = "must come from a step of the same operation and topic";

    private static final char NUL = '\0';

    /** Stands in texts for the character that divides members of {@link Place#BEHIND}; neither keys nor ids have it. */
    private static final char NO_KEY = '"';

    private static final Pattern SCORE = Pattern.compile("(-?(inf|\\d+(\\.\\d+)?(e[+-]?\\d+)?))?");

    /** Key of a walk. */
    enum Place {
        DELAYED(Key.WAITING),
        RESERVED(Key.RESERVED),
        RESERVED_AGAIN(Key.RESERVED),
        DEAD(Key.DEAD),
        HIGH(Key.CONSUMING_HIGH),
        NORMAL(Key.CONSUMING),
        LOW(Key.CONSUMING_LOW),
        BEHIND(Key.BEHIND),
        KEYS(Key.KEYS),
        DETAILS(Key.DETAIL),
        DELIVERIES(Key.DELIVERIES),
        ERRORS(Key.ERRORS),
        REPEATS(Key.REPEATS);

        final Key key;

        Place(Key key) {
            this.key = key;
        }
    }

    /** Creates the position at the beginning of a sorted set. */
    static PageCursor at(String walk, Place place) {
        return new PageCursor(walk, place, "", "");
    }

    /** Reads where a page goes on: at the beginning if there is no text. */
    static PageCursor ofPage(String walk, @Nullable String text, List<Place> places) {
        return read(walk, text, places, "cursor", "must come from a page of the same topic and state");
    }

    /** Reads where an operation goes on: at the beginning if there is no text. */
    static PageCursor ofStep(String walk, @Nullable String text, List<Place> places) {
        return read(walk, text, places, "from", STEP);
    }

    private static PageCursor read(String walk, @Nullable String text, List<Place> places, String field, String rule) {
        if (text == null) {
            return at(walk, places.get(0));
        }
        String start = walk + "/";
        String[] parts = text.startsWith(start) ? text.substring(start.length()).split("/", 3) : new String[0];
        if (parts.length == 3 && SCORE.matcher(parts[1]).matches()) {
            for (Place place : places) {
                if (place.name().equals(parts[0])) {
                    return new PageCursor(walk, place, parts[1], parts[2].replace(NO_KEY, NUL));
                }
            }
        }
        throw InvalidTaskException.of(field, text, rule);
    }

    /**
     * Returns the position after a step that reached a score and a member, or the end of the set; null at the end of the walk.
     */
    @Nullable
    String next(String nextScore, String nextMember, List<Place> places) {
        if (!nextScore.isEmpty()) {
            return new PageCursor(walk, place, nextScore, nextMember).toString();
        }
        int following = places.indexOf(place) + 1;
        return following == places.size()
                ? null
                : at(walk, places.get(following)).toString();
    }

    @Override
    public String toString() {
        return walk + "/" + place + "/" + score + "/" + member.replace(NUL, NO_KEY);
    }
}

package io.delayqueue.migrate;

import org.jspecify.annotations.Nullable;

/**
 * An entry of a source.
 *
 * @param member its bytes at the source, by which the source finds it
 * @param score the due time as the source has it; empty if there is none
 * @param returns how often it was given back, as a number: the name of its change contains it
 * @param row the row, of sources that are no Redis
 */
record Element(byte[] member, String score, String returns, Rows.@Nullable Row row) {

    double time() {
        return Double.parseDouble(score);
    }

    Element with(String otherScore) {
        return new Element(member, otherScore, returns, row);
    }
}

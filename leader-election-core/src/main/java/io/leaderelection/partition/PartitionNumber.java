/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.partition;

import io.leaderelection.Leader;
import io.leaderelection.Leadership;
import io.leaderelection.Partition;
import io.leaderelection.work.LibraryNotes;
import org.jspecify.annotations.Nullable;

/**
 * The number of partitions that this instance has of an election. Writes it for all
 * instances while it leads the election itself. Used only by the loop.
 */
final class PartitionNumber {

	private final String election;

	private final int own;

	/** The term in which the number was written, or 0. */
	private long writtenIn;

	PartitionNumber(String election, int own) {
		this.election = election;
		this.own = own;
	}

	/** The next term may have the token of the one in which the number was written. */
	void forgetTerm() {
		this.writtenIn = 0;
	}

	/**
	 * Writes the number, once in a term, if the agreement requires it.
	 * @param written called on any thread when it is known whether it is written: a
	 * failed note is written in the next term
	 */
	@SuppressWarnings("FutureReturnValueIgnored")
	void write(Leadership term, PartitionAgreement agreement, Runnable written) {
		LibraryNotes notes = LibraryNotes.of(term);
		String found;
		try {
			found = notes.notes().get(PartitionAgreement.CHECKPOINT);
		}
		catch (IllegalStateException ex) {
			found = String.valueOf(ex.getMessage());
		}
		if (this.writtenIn == term.fencingToken() || !agreement.writes(found)) {
			return;
		}
		this.writtenIn = term.fencingToken();
		if (found != null) {
			notes.forget(null);
		}
		notes.note(PartitionAgreement.CHECKPOINT, String.valueOf(this.own))
			.whenComplete((noted, failure) -> written.run());
	}

	/** Returns the larger of the own number and a noted one. */
	int most(@Nullable String noted) {
		int other = (noted != null && isNumber(noted)) ? Math.min(Integer.parseInt(noted), Partition.MAX_PARTITIONS)
				: 0;
		return Math.max(other, this.own);
	}

	/** Returns why this instance contends for no partition, and the remedy. */
	String problem(String found) {
		return "Election '" + this.election + "' has " + this.own + " partitions here, but "
				+ (isNumber(found) ? found : "something that is not a number")
				+ " is noted in the store. So this instance contends for none of them. Remedy: configure the noted "
				+ "number; or use another name for the election; or stop all instances with the noted number, then "
				+ "POST /actuator/leader/" + this.election
				+ " {\"action\": \"FORGET\", \"checkpoint\": \"partitions\"} here";
	}

	/** Says who keeps the number. */
	String notHere(@Nullable Leader leader) {
		return (leader != null)
				? "The number of partitions of election '" + this.election + "' is kept by instance " + leader.id()
						+ ". Send the request there, or stop the instances that have that number"
				: "This instance does not keep the number of partitions of election '" + this.election + "'";
	}

	private static boolean isNumber(String text) {
		return !text.isEmpty() && text.length() <= 5 && text.chars().allMatch((c) -> c >= '0' && c <= '9');
	}

}

/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Outcome.Released;
import io.leaderelection.store.Outcome.Unknown;
import io.leaderelection.store.Release;
import org.jspecify.annotations.Nullable;

/**
 * Releases terms in the store that the candidate does not use: a grant that came too late
 * or is not wanted any more, or a guard lock that outlived its lease.
 */
final class Undo {

	/** How many superseded nonces are remembered. */
	private static final int MOST_DRAWN = 8;

	private final boolean untilAnswered;

	private final Pace pace;

	private final List<Due> waiting = new ArrayList<>(2);

	/** The last nonces, newest first. */
	private final List<Nonce> drawn = new ArrayList<>(MOST_DRAWN);

	private Effect.@Nullable Send<Release> flight;

	/** The token and nonce of the current or last term. */
	private long ownToken;

	private @Nullable Nonce ownNonce;

	private record Due(Release command, long at) {
	}

	/**
	 * Creates an undo without pending releases.
	 * @param profile the settings. If the store has guard locks, only an undo ends them:
	 * it is repeated until it is answered
	 * @param pace the times of repeats
	 */
	Undo(CandidateProfile profile, Pace pace) {
		this.untilAnswered = profile.traits().guardLockOutlivesLease();
		this.pace = pace;
	}

	void request(Release command, long at) {
		Due requested = new Due(command, at);
		this.waiting.add(requested);
		this.waiting.removeIf((due) -> !due.equals(requested) && due.command.nonce().equals(command.nonce()));
	}

	/**
	 * Releases a guard lock when the lease ends: it ends neither with the lease nor with
	 * a term that is lost because its record expired.
	 */
	void runOut(Release command, long leaseEnd) {
		if (this.untilAnswered) {
			request(command, leaseEnd);
		}
	}

	/** Takes over what another undo has not finished. */
	void takeOver(Undo former, long at) {
		this.drawn.addAll(former.drawn);
		this.waiting.addAll(former.waiting);
		this.ownToken = former.ownToken;
		this.ownNonce = former.ownNonce;
		Effect.Send<Release> flight = former.flight;
		if (flight != null) {
			request(flight.command(), at);
		}
	}

	/** A nonce was drawn for an attempt at a term. */
	void drawn(Nonce nonce) {
		if (this.drawn.size() == MOST_DRAWN) {
			this.drawn.remove(MOST_DRAWN - 1);
		}
		this.drawn.add(0, nonce);
	}

	/**
	 * Undoes a term on record of this candidate, which has no term: an abandoned attempt
	 * was granted, or a late repeat of an older command acquired a record that was
	 * deleted meanwhile. Only the store knows which, so a release is sent with each
	 * nonce; those with wrong nonces have no effect.
	 * @return whether it is undone now; {@code false} while another undo is in progress,
	 * so that it has to be found again
	 */
	boolean foundOwn(ElectionKey key, long token, @Nullable Nonce attempt, long at) {
		boolean idle = isDone();
		if (idle) {
			for (Nonce nonce : this.drawn) {
				if (!nonce.equals(attempt)) {
					request(new Release(key, nonce, token), at);
				}
			}
		}
		return idle;
	}

	/** The current attempt was granted: pending releases of its token are dropped. */
	void granted(Nonce nonce, long token) {
		this.ownToken = token;
		this.ownNonce = nonce;
		this.waiting.removeIf((due) -> due.command.token() == token);
	}

	boolean isFlying() {
		return this.flight != null;
	}

	/** Returns whether nothing is in flight or overdue. */
	boolean isQuiet(long at) {
		return this.flight == null && firstDue() > at;
	}

	/** Returns whether nothing is left to undo, now or later. */
	boolean isDone() {
		return this.flight == null && this.waiting.isEmpty();
	}

	/** Returns when to send, or {@link ElectionProtocol#NEVER}. */
	long due(Effect.@Nullable Send<?> otherFlight) {
		return mayFly(otherFlight) ? firstDue() : ElectionProtocol.NEVER;
	}

	private long firstDue() {
		long first = ElectionProtocol.NEVER;
		for (int i = 0; i < this.waiting.size(); i++) {
			first = Math.min(first, this.waiting.get(i).at);
		}
		return first;
	}

	void act(OpenStep step, long timeout, Effect.@Nullable Send<?> otherFlight) {
		long first = firstDue();
		if (step.at() < first || !mayFly(otherFlight)) {
			return;
		}
		for (int i = 0; i < this.waiting.size(); i++) {
			if (this.waiting.get(i).at == first) {
				Release command = this.waiting.get(i).command;
				this.flight = step.send(timeout, command);
				this.waiting.remove(i);
				return;
			}
		}
	}

	/**
	 * Returns whether an answer belongs to an undo. A definite answer counts however late
	 * it comes: the term is released or lost by then.
	 */
	boolean answered(OpenStep step, Effect.Send<?> send, Outcome outcome) {
		if (!(send.command() instanceof Release command)) {
			return false;
		}
		boolean awaited = this.flight != null && this.flight.id() == send.id();
		if (!(outcome instanceof Unknown unknown)) {
			ended(command, outcome instanceof Released);
		}
		else if (awaited) {
			unanswered(step, command, unknown);
		}
		return awaited;
	}

	private void unanswered(OpenStep step, Release command, Unknown unknown) {
		boolean otherNonce = command.token() == this.ownToken && !command.nonce().equals(this.ownNonce);
		if (this.untilAnswered && !otherNonce) {
			request(command, step.at() + this.pace.afterUnknown(step.now().ticker(), unknown.cause()));
		}
		this.flight = null;
	}

	private void ended(Release command, boolean released) {
		this.waiting
			.removeIf((due) -> due.command.equals(command) || (released && due.command.token() == command.token()));
		if (this.flight != null && this.flight.command().equals(command)) {
			this.flight = null;
		}
	}

	/** At most one acquire or undo, and one release, are in flight. */
	private boolean mayFly(Effect.@Nullable Send<?> otherFlight) {
		return this.flight == null && (otherFlight == null
				|| !(otherFlight.command() instanceof Acquire || otherFlight.command() instanceof Release));
	}

}

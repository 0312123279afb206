/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.util.function.Predicate;

import io.leaderelection.OnLoss;
import org.jspecify.annotations.Nullable;

/**
 * The guarded calls and tasks that run in a term. Used under the lock of the term.
 */
final class PendingWork {

	private @Nullable Piece first;

	boolean isEmpty() {
		return this.first == null;
	}

	/** Whether a guarded call runs that is not a task. */
	boolean hasCalls() {
		for (Piece piece = this.first; piece != null; piece = piece.next) {
			if (!piece.isTask()) {
				return true;
			}
		}
		return false;
	}

	void add(Piece piece) {
		piece.next = this.first;
		if (this.first != null) {
			this.first.previous = piece;
		}
		this.first = piece;
	}

	/** Without effect if it was removed before. */
	void remove(Piece piece) {
		if (!piece.removed) {
			piece.removed = true;
			if (piece.previous != null) {
				piece.previous.next = piece.next;
			}
			else {
				this.first = piece.next;
			}
			if (piece.next != null) {
				piece.next.previous = piece.previous;
			}
			// Somebody may keep the piece for long, and must not keep the others with it
			piece.previous = null;
			piece.next = null;
		}
	}

	/** One goes on in the other's stead, with its past. */
	void replace(Piece former, Piece latter) {
		latter.interrupted = former.interrupted;
		latter.removed = former.removed;
		if (!former.removed) {
			remove(former);
			add(latter);
		}
	}

	/**
	 * Interrupts each piece with a thread that wants to be. The thread may have been
	 * interrupted before, by the beginning of a handover or because it took too long, and
	 * go on.
	 */
	void interruptThreads() {
		for (Piece piece = this.first; piece != null; piece = piece.next) {
			if (piece.onLoss == OnLoss.INTERRUPT && piece.hasThread()) {
				interruptAgain(piece);
			}
		}
	}

	/** A piece without a thread that wants to be interrupted and was not, or null. */
	@Nullable Piece nextToCancel() {
		for (Piece piece = this.first; piece != null; piece = piece.next) {
			if (piece.onLoss == OnLoss.INTERRUPT && !piece.hasThread() && !piece.interrupted) {
				return piece;
			}
		}
		return null;
	}

	/** Interrupts the tasks that want to be. */
	void interruptTasks() {
		for (Piece piece = this.first; piece != null; piece = piece.next) {
			if (piece.isTask() && piece.onLoss == OnLoss.INTERRUPT) {
				interruptAgain(piece);
			}
		}
	}

	/**
	 * Interrupts a piece, once.
	 * @return what is left to be run outside the lock, or {@code null}
	 */
	@Nullable Runnable interrupt(Piece piece) {
		return piece.interrupted ? null : interruptAgain(piece);
	}

	/**
	 * Interrupts a piece, also one that was.
	 * @return what is left to be run outside the lock, or {@code null}
	 */
	static @Nullable Runnable interruptAgain(Piece piece) {
		if (piece.removed) {
			return null;
		}
		piece.interrupted = true;
		return piece.interruptNow();
	}

	/**
	 * Removes the calls that cannot end before the handover, as identified by their
	 * thread.
	 */
	void removeUnending(Predicate<Thread> unending) {
		Piece piece = this.first;
		while (piece != null) {
			Piece next = piece.next;
			if (piece.isUnending(unending)) {
				remove(piece);
			}
			piece = next;
		}
	}

	/** A guarded call or a task. */
	abstract static class Piece {

		final OnLoss onLoss;

		/** Written under the lock of the term. */
		volatile boolean interrupted;

		private @Nullable Piece previous;

		private @Nullable Piece next;

		private boolean removed;

		Piece(OnLoss onLoss) {
			this.onLoss = onLoss;
		}

		/**
		 * Interrupts the work.
		 * @return what is left to be run outside the lock of the term, or {@code null}
		 */
		abstract @Nullable Runnable interruptNow();

		/** Whether this runs on one thread until it ends. */
		boolean hasThread() {
			return true;
		}

		/** Whether this is to end when a handover begins. */
		boolean isTask() {
			return false;
		}

		/** Whether the thread of this, if it has one, cannot end before the handover. */
		abstract boolean isUnending(Predicate<Thread> unending);

	}

}

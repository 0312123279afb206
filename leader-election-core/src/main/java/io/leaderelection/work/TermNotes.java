/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.leaderelection.CheckpointUnknownException;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.Suspension;
import io.leaderelection.delivery.Stages;
import io.leaderelection.store.Checkpoints;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoints of one term. Requests of several threads are merged into one map, which
 * is sent with the next renewal. Each request waits until a renewal is granted that was
 * sent after its call. Safe to use from any thread.
 */
final class TermNotes implements LibraryNotes {

	private final TermOwner owner;

	private final TermHome home;

	private final long token;

	private final long since;

	/** Why the checkpoints are not understood, or {@code null} if they are. */
	private @Nullable String problem;

	/** The last requested content. */
	private Map<String, String> wanted = Map.of();

	/** The content that is known to be written. */
	private volatile Map<String, String> written = Map.of();

	private long requests;

	private boolean over;

	/** In the order of their numbers. */
	private final Deque<Open> open = new ArrayDeque<>();

	/** A request without an answer. */
	private record Open(long request, String name, Map<String, String> values, Completion completion) {
	}

	/** The outcome of a request. Returns at once. */
	@FunctionalInterface
	private interface Completion {

		void complete(@Nullable Throwable failure);

	}

	TermNotes(TermOwner owner, long token, Checkpoints inherited) {
		this.owner = owner;
		this.home = owner.home();
		this.token = token;
		this.since = this.home.ticker().nanos();
		try {
			this.wanted = inherited.values();
			this.written = this.wanted;
		}
		catch (IllegalArgumentException ex) {
			this.problem = "The checkpoints in the record of election '" + this.home.name() + "' are not understood: "
					+ ex.getMessage() + ". Nothing is written over them. Remedy: find out who wrote them, then remove "
					+ "them with POST /actuator/leader/{election} {\"action\": \"FORGET\", \"checkpoint\": \"*\"} on "
					+ "the leader";
		}
	}

	/** Returns whether a checkpoint belongs to this library. */
	static boolean isOwn(String name) {
		return name.startsWith("tick:") || name.startsWith("bid:") || name.equals("partitions")
				|| name.equals(Suspension.CHECKPOINT);
	}

	Map<String, String> ofApplication() {
		return select((name) -> !isOwn(name));
	}

	@Override
	public Map<String, String> notes() {
		return select(TermNotes::isOwn);
	}

	@Override
	public @Nullable String find(String name) {
		checkUnderstood();
		return this.written.get(name);
	}

	@Override
	public Duration ledFor() {
		return Duration.ofNanos(this.home.ticker().nanos() - this.since);
	}

	private synchronized Map<String, String> select(Predicate<String> kind) {
		checkUnderstood();
		Map<String, String> selected = new HashMap<>(this.written);
		selected.keySet().removeIf(kind.negate());
		return Map.copyOf(selected);
	}

	/** Writes a checkpoint of the application, and waits until it is written. */
	void write(String name, @Nullable String value) {
		checkName(name);
		// No callback of the application is attached, so the loop may complete it
		CompletableFuture<Void> written = new CompletableFuture<>();
		put(name, value, (failure) -> settle(written, failure), true);
		try {
			written.get();
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof LeadershipLostException) {
				throw new LeadershipLostException(this.home.name(), this.token, ex);
			}
			throw unknown(name, "no answer came in time", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			WorkScope scope = WorkScope.find(this.home.name(), this.token);
			if (scope != null && scope.isInterrupted()) {
				throw new LeadershipLostException(this.home.name(), this.token, ex);
			}
			throw unknown(name, "the thread was interrupted while it waited", ex);
		}
	}

	/** Writes a checkpoint of the application without waiting. */
	CompletionStage<Void> writeLater(String name, @Nullable String value) {
		checkName(name);
		CompletableFuture<Void> stage = Stages.Stage.ofCheckpoint();
		put(name, value, (failure) -> this.home.lines().completions().execute(() -> settle(stage, failure)), true);
		return stage;
	}

	@Override
	public CompletionStage<Void> note(String name, @Nullable String value) {
		if (!isOwn(name)) {
			throw new IllegalArgumentException("'" + name + "' is not the name of a note of this library");
		}
		return stage((completion) -> put(name, value, completion, false));
	}

	@Override
	public CompletionStage<Void> forget(@Nullable String name) {
		return stage((completion) -> remove(name, completion));
	}

	/** Returns a stage for this library, which attaches no callbacks that block. */
	private static CompletionStage<Void> stage(Consumer<Completion> request) {
		CompletableFuture<Void> stage = new CompletableFuture<>();
		request.accept((failure) -> settle(stage, failure));
		return stage;
	}

	private static void settle(CompletableFuture<Void> future, @Nullable Throwable failure) {
		if (failure == null) {
			future.complete(null);
		}
		else {
			future.completeExceptionally(failure);
		}
	}

	private void put(String name, @Nullable String value, Completion completion, boolean limited) {
		request(name, completion, limited, (values) -> {
			checkUnderstood();
			if (value != null) {
				values.put(name, value);
				checkRoom(name, values);
			}
			else {
				values.remove(name);
			}
		});
	}

	private void remove(@Nullable String name, Completion completion) {
		request((name != null) ? name : "*", completion, true, (values) -> {
			if (name == null) {
				this.problem = null;
				values.clear();
				return;
			}
			checkUnderstood();
			if (values.remove(name) == null) {
				throw new IllegalArgumentException("Election '" + this.home.name() + "' has no checkpoint '" + name
						+ "'. It has " + (values.isEmpty() ? "none" : new TreeSet<>(values.keySet())));
			}
		});
	}

	private void request(String name, Completion completion, boolean limited, Consumer<Map<String, String>> change) {
		if (!this.home.keepsCheckpoints()) {
			throw new UnsupportedOperationException("The store of election '" + this.home.name()
					+ "' has no checkpoints. If it does, declare them in its StoreTraits, or use another store");
		}
		Open request = open(name, completion, change);
		if (request == null) {
			completion.complete(lost());
			return;
		}
		boolean sent = false;
		try {
			this.owner.note(this.token, request.request(), request.values());
			sent = true;
		}
		finally {
			if (!sent) {
				remove(request);
			}
		}
		if (limited) {
			this.home.later().accept(this.home.noteTimeout(), () -> expire(request));
		}
	}

	private synchronized @Nullable Open open(String name, Completion completion, Consumer<Map<String, String>> change) {
		Map<String, String> values = new HashMap<>(this.wanted);
		change.accept(values);
		if (this.over) {
			return null;
		}
		Open request = new Open(++this.requests, name, Map.copyOf(values), completion);
		this.wanted = request.values();
		this.open.add(request);
		return request;
	}

	private void expire(Open request) {
		if (remove(request)) {
			request.completion().complete(unknown(request.name(), "no answer came in time", null));
		}
	}

	/** All requests up to one are written. On the loop. */
	void written(long request, Map<String, String> values) {
		this.written = values;
		complete(request, null);
	}

	/** The term is over. On the loop. */
	void end() {
		synchronized (this) {
			this.over = true;
		}
		complete(Long.MAX_VALUE, lost());
	}

	private void complete(long upTo, @Nullable Throwable failure) {
		// Removed after its completion, so that a completion that fails is repeated
		for (Open first = first(upTo); first != null; first = first(upTo)) {
			first.completion().complete(failure);
			remove(first);
		}
	}

	private synchronized @Nullable Open first(long upTo) {
		Open first = this.open.peek();
		return (first != null && first.request() <= upTo) ? first : null;
	}

	private synchronized boolean remove(Open request) {
		return this.open.remove(request);
	}

	private LeadershipLostException lost() {
		return new LeadershipLostException(this.home.name(), this.token, null);
	}

	private CheckpointUnknownException unknown(String name, String reason, @Nullable Throwable cause) {
		return new CheckpointUnknownException(this.home.name(), name, reason, cause);
	}

	private synchronized void checkUnderstood() {
		String problem = this.problem;
		if (problem != null) {
			throw new IllegalStateException(problem);
		}
	}

	private void checkName(String name) {
		if (name.isEmpty() || name.equals("*") || isOwn(name)) {
			throw new IllegalArgumentException("'" + name + "' is not a valid name of a checkpoint: it is empty, "
					+ "'*', 'partitions' or 'suspended', or begins with 'tick:' or 'bid:', which this library uses. Use another name");
		}
	}

	private void checkRoom(String name, Map<String, String> values) {
		boolean own = isOwn(name);
		int most = own ? LibraryNotes.MAX_CHARACTERS : Leadership.MAX_CHECKPOINTS;
		int characters = 0;
		for (Map.Entry<String, String> entry : values.entrySet()) {
			if (isOwn(entry.getKey()) == own) {
				characters += entry.getKey().length() + entry.getValue().length();
			}
		}
		if (characters > most) {
			throw new IllegalArgumentException("Checkpoint '" + name + "' of election '" + this.home.name()
					+ "' is too long: all names and values together would have " + characters + " characters, of "
					+ most + " allowed. Use a shorter value, or remove other checkpoints first");
		}
	}

}

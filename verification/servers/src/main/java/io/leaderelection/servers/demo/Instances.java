/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.demo;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The instances that run, and what they answer together. They are changed by one thread,
 * and may be stopped by another.
 */
final class Instances {

	static final String ELECTION = "invoices";

	private static final int COUNT = 3;

	private static final long SUCCESSION_SECONDS = 60;

	private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]*)\"");

	private static final Pattern TOKEN = Pattern.compile("\"fencingToken\":(\\d+)");

	private final List<SampleInstance> running = new CopyOnWriteArrayList<>();

	private final Path directory;

	private final DemoStore store;

	private final List<String> arguments;

	Instances(Path directory, DemoStore store, List<String> arguments) {
		this.directory = directory;
		this.store = store;
		this.arguments = new ArrayList<>(arguments);
		this.arguments.addAll(store.arguments());
	}

	/** Starts all, and waits until they answer. */
	void start() throws InterruptedException {
		for (int i = 1; i <= COUNT; i++) {
			start("instance-" + i);
		}
		for (SampleInstance instance : this.running) {
			instance.awaitReady();
			System.out.println(instance.name() + ": " + instance.url() + " (process " + instance.pid() + ")");
		}
	}

	/** Starts one, without waiting until it answers. */
	SampleInstance start(String name) {
		SampleInstance instance = SampleInstance.start(name, this.directory, this.arguments, this.store.environment());
		this.running.add(instance);
		return instance;
	}

	List<SampleInstance> running() {
		return this.running;
	}

	/** Kills one. */
	void kill(SampleInstance instance) {
		this.running.remove(instance);
		instance.kill();
	}

	/** Removes those that have ended by themselves. */
	List<SampleInstance> removeEnded() {
		List<SampleInstance> ended = this.running.stream().filter((instance) -> !instance.isAlive()).toList();
		this.running.removeAll(ended);
		return ended;
	}

	/** Finds an instance that reports that it leads. */
	Optional<Leader> leader() throws InterruptedException {
		for (SampleInstance instance : this.running) {
			Optional<String> answer = instance.get("/actuator/leader/" + ELECTION)
				.filter((body) -> body.contains("\"leading\":true"));
			if (answer.isPresent()) {
				String body = answer.get();
				return Optional.of(new Leader(instance, first(ID, body).orElse(""),
						first(TOKEN, body).map(Long::parseLong).orElse(0L)));
			}
		}
		return Optional.empty();
	}

	private static Optional<String> first(Pattern pattern, String text) {
		Matcher matcher = pattern.matcher(text);
		return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
	}

	Leader awaitLeader() throws InterruptedException {
		return await(50, this::leader, () -> "no instance leads after " + SUCCESSION_SECONDS + " s");
	}

	/** Reads the ledger from any instance. */
	DemoLedger ledger() throws InterruptedException {
		return DemoLedger.parse(any("/api/ledger"), any("/api/ledger/repeats"));
	}

	private String any(String path) throws InterruptedException {
		for (SampleInstance instance : this.running) {
			Optional<String> answer = instance.get(path);
			if (answer.isPresent()) {
				return answer.get();
			}
		}
		throw new DemoFailedException("the ledger cannot be read");
	}

	/** Waits until the ledger has an entry with the token of a leader. */
	void awaitEntry(Leader leader) throws InterruptedException {
		await(100, () -> ledger().hasEntryOf(leader.token()) ? Optional.of(leader) : Optional.empty(),
				() -> "no invoice with fencing token " + leader.token() + " after " + SUCCESSION_SECONDS + " s");
	}

	/**
	 * Asks until there is an answer.
	 * @param millis the pause between two questions
	 * @param question the question
	 * @param missing what to report if there is no answer in time
	 */
	static <A> A await(long millis, Question<A> question, Supplier<String> missing) throws InterruptedException {
		long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SUCCESSION_SECONDS);
		Optional<A> answer = question.ask();
		while (answer.isEmpty()) {
			if (System.nanoTime() > until) {
				throw new DemoFailedException(missing.get());
			}
			Thread.sleep(millis);
			answer = question.ask();
		}
		return answer.get();
	}

	/** Terminates all, and waits until they have ended. */
	void stop() throws InterruptedException {
		this.running.forEach(SampleInstance::terminate);
		for (SampleInstance instance : this.running) {
			instance.awaitEnd();
		}
	}

	/**
	 * An instance that leads.
	 *
	 * @param instance the instance
	 * @param id its id, or an empty text
	 * @param token its fencing token
	 */
	record Leader(SampleInstance instance, String id, long token) {

		@Override
		public String toString() {
			return this.id + " leads, fencing token " + this.token;
		}

	}

	/**
	 * A question to instances.
	 *
	 * @param <A> the answer
	 */
	@FunctionalInterface
	interface Question<A> {

		Optional<A> ask() throws InterruptedException;

	}

}

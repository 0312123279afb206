/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.instance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;

import io.leaderelection.chaos.history.EventKind;
import io.leaderelection.chaos.history.History;
import io.leaderelection.chaos.history.HistoryEvent;
import io.leaderelection.servers.FakeTime;
import io.leaderelection.servers.TcpProxy;
import org.jspecify.annotations.Nullable;

/**
 * An instance of the sample over all its processes: one at a time. For any thread.
 */
public final class Instance implements AutoCloseable {

	private static final Duration START_PATIENCE = Duration.ofMinutes(3);

	private static final Duration STOP_PATIENCE = Duration.ofSeconds(60);

	private static final Duration DUMP_PATIENCE = Duration.ofSeconds(2);

	/** An instance under faults on a busy machine may take long to answer. */
	private static final Duration REQUEST_PATIENCE = Duration.ofSeconds(60);

	/** How often a start is tried while the store is away. */
	private static final int START_ATTEMPTS = 5;

	/** Samples are written so often that older ones tell of a process that is stopped. */
	private static final long FRESH_NANOS = Duration.ofMillis(150).toNanos();

	private static final Pattern LEADER = Pattern.compile("\"leader\"\\s*:");

	private static final Duration CLOCK_LOOK = Duration.ofSeconds(1);

	private final String name;

	private final Settings settings;

	private final HttpClient client = HttpClient.newBuilder().connectTimeout(REQUEST_PATIENCE).build();

	private final AtomicBoolean struck = new AtomicBoolean();

	private volatile @Nullable InstanceProcess process;

	private volatile @Nullable HistoryTail tail;

	private @Nullable Freezer freezer;

	private int incarnation;

	/**
	 * Prepares an instance, not started.
	 * @param name its name, such as {@code i1}
	 * @param settings what it is made of
	 */
	public Instance(String name, Settings settings) {
		this.name = name;
		this.settings = settings;
	}

	/**
	 * What an instance is made of.
	 *
	 * @param launch how processes are started
	 * @param heap the largest heap, as Java wants it, such as {@code 96m}
	 * @param arguments of the application
	 * @param network between it and its store, or {@code null} if there is none
	 * @param clock the wall clock, or {@code null} if it cannot be stepped
	 * @param waiting for the harness
	 */
	public record Settings(Launch launch, String heap, List<String> arguments, @Nullable TcpProxy network,
			@Nullable FakeTime clock, Waiting waiting) {
	}

	/**
	 * Its name.
	 * @return such as {@code i1}
	 */
	public String name() {
		return this.name;
	}

	/**
	 * What lies between it and its store.
	 * @return the network, or empty if the store has none
	 */
	public Optional<TcpProxy> network() {
		return Optional.ofNullable(this.settings.network());
	}

	/**
	 * Its wall clock.
	 * @return the clock, or empty if it cannot be stepped
	 */
	public Optional<FakeTime> clock() {
		return Optional.ofNullable(this.settings.clock());
	}

	/**
	 * Takes it for a fault, so that no other hits it at the same time.
	 * @return whether no other fault has it
	 */
	public boolean take() {
		return this.struck.compareAndSet(false, true);
	}

	/**
	 * Gives it back after a fault.
	 */
	public void giveBack() {
		this.struck.set(false);
	}

	/**
	 * Whether a fault has it.
	 * @return whether it was taken and not given back
	 */
	public boolean isTaken() {
		return this.struck.get();
	}

	/**
	 * Starts a process, without waiting for it.
	 */
	public synchronized void start() {
		this.incarnation++;
		String process = this.name + "." + this.incarnation;
		FakeTime clock = this.settings.clock();
		Launch launch = this.settings.launch();
		this.tail = new HistoryTail(launch.folder().resolve(process + History.SUFFIX));
		this.process = InstanceProcess.start(process,
				launch.command(process, this.settings.heap(), this.settings.arguments()),
				(clock != null) ? clock.environment(CLOCK_LOOK) : Map.of(), launch.folder());
	}

	/**
	 * Waits until the process that was started is ready, and starts another one if it
	 * ended, as it does where its store is away.
	 * @throws InterruptedException if the run is cut short
	 * @throws IllegalStateException if it does not start
	 */
	public void awaitReady() throws InterruptedException {
		for (int attempt = 1;; attempt++) {
			InstanceProcess starting = process();
			boolean over = this.settings.waiting()
				.until(START_PATIENCE, () -> starting.isReady() || !starting.isAlive());
			if (over && starting.isAlive()) {
				return;
			}
			if (!over || attempt == START_ATTEMPTS) {
				throw new IllegalStateException(starting.name() + " does not start: " + starting.output());
			}
			System.out.println(starting.name() + " ended while it started, and is started again");
			start();
		}
	}

	/**
	 * Whether its process runs, stopped or not.
	 * @return whether there is a process
	 */
	public boolean isAlive() {
		InstanceProcess running = this.process;
		return running != null && running.isAlive();
	}

	/**
	 * The name of its process.
	 * @return such as {@code i1.2}
	 */
	public String processName() {
		return process().name();
	}

	private InstanceProcess process() {
		InstanceProcess running = this.process;
		if (running == null) {
			throw new IllegalStateException(this.name + " was not started");
		}
		return running;
	}

	/**
	 * Sends a signal to its process.
	 * @param signal such as {@code STOP}
	 */
	public void signal(String signal) {
		process().signal(signal);
	}

	/**
	 * Waits until its process, asked to end, has ended; kills it if it does not, with its
	 * threads in its log.
	 * @throws InterruptedException if the thread is interrupted
	 * @throws IllegalStateException if it had to be killed
	 */
	public void awaitEnd() throws InterruptedException {
		InstanceProcess ending = process();
		if (!ending.awaitEnd(STOP_PATIENCE)) {
			// A JVM writes its threads into its log
			ending.signal("QUIT");
			ending.awaitEnd(DUMP_PATIENCE);
			ending.kill();
			throw new IllegalStateException(ending.name() + " did not end within " + STOP_PATIENCE);
		}
	}

	/**
	 * Stops its process by a control group.
	 */
	public synchronized void freeze() {
		Freezer made = Freezer.open(this.name);
		this.freezer = made;
		made.freeze(process().pid());
	}

	/**
	 * Lets its process go on after {@link #freeze()}.
	 */
	public synchronized void thaw() {
		Freezer made = this.freezer;
		if (made != null) {
			made.close();
			this.freezer = null;
		}
	}

	/**
	 * Burdens its process.
	 * @param burden one that the probe knows
	 * @param duration how long
	 */
	public void burden(String burden, Duration duration) {
		process().tell(burden + " " + duration.toMillis());
	}

	/**
	 * Acts on its election through the endpoint.
	 * @param election the name of the election
	 * @param action such as {@code STEP_DOWN}
	 * @throws InterruptedException if the thread is interrupted
	 * @throws IllegalStateException if the endpoint does not do it
	 */
	public void act(String election, String action) throws InterruptedException {
		HttpRequest request = HttpRequest.newBuilder(endpoint(election))
			.timeout(REQUEST_PATIENCE)
			.header("Content-Type", "application/json")
			.POST(HttpRequest.BodyPublishers.ofString("{\"action\": \"" + action + "\"}"))
			.build();
		try {
			HttpResponse<String> response = this.client.send(request, HttpResponse.BodyHandlers.ofString());
			if (response.statusCode() != 200) {
				throw new IllegalStateException(
						this.name + " answers " + action + " with " + response.statusCode() + ": " + response.body());
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(this.name + " does not answer " + action, ex);
		}
	}

	/**
	 * Whether it has heard of a leader, and so has seen the record of the election.
	 * @param election the name of the election
	 * @return whether its endpoint names a leader
	 * @throws InterruptedException if the thread is interrupted
	 * @throws UncheckedIOException if it does not answer
	 */
	public boolean knowsLeader(String election) throws InterruptedException {
		HttpRequest request = HttpRequest.newBuilder(endpoint(election)).timeout(REQUEST_PATIENCE).build();
		try {
			HttpResponse<String> response = this.client.send(request, HttpResponse.BodyHandlers.ofString());
			return response.statusCode() == 200 && LEADER.matcher(response.body()).find();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(this.name + " does not answer", ex);
		}
	}

	private URI endpoint(String election) {
		return URI.create("http://127.0.0.1:" + process().port() + "/actuator/leader/" + election);
	}

	/**
	 * The token with which it leads, by its own history.
	 * @return the token, or empty if it did not lead just now
	 */
	public synchronized Optional<Long> leadingToken() {
		HistoryTail following = this.tail;
		HistoryEvent samples = (following != null) ? following.lastSamples() : null;
		if (samples == null || samples.kind() != EventKind.LEADING
				|| System.nanoTime() - samples.after() > FRESH_NANOS) {
			return Optional.empty();
		}
		return Optional.ofNullable(samples.token());
	}

	/**
	 * How often its process has exhausted a resource and reported the end of that.
	 * @return the number of times
	 */
	public synchronized int exhaustions() {
		HistoryTail following = this.tail;
		return (following != null) ? following.exhaustions() : 0;
	}

	/**
	 * Kills its process, stopped, frozen or neither.
	 */
	@Override
	public void close() {
		thaw();
		InstanceProcess running = this.process;
		if (running != null) {
			running.kill();
		}
	}

}

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
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;

import io.leaderelection.history.EventKind;
import io.leaderelection.history.HistoryEvent;
import io.leaderelection.servers.FakeTime;
import io.leaderelection.servers.TcpProxy;
import org.jspecify.annotations.Nullable;

/**
 * An instance of the sample with one process at a time. Thread-safe.
 */
public final class Instance implements AutoCloseable {

	private static final Duration START_PATIENCE = Duration.ofMinutes(3);

	private static final Duration STOP_PATIENCE = Duration.ofSeconds(60);

	private static final Duration DUMP_PATIENCE = Duration.ofSeconds(2);

	/** An instance under faults on a busy machine may respond slowly. */
	private static final Duration REQUEST_PATIENCE = Duration.ofSeconds(60);

	/** How often a start is tried while the store is unavailable. */
	private static final int START_ATTEMPTS = 5;

	/**
	 * Samples are written often enough that older ones mean that the process is stopped.
	 */
	private static final long FRESH_NANOS = Duration.ofMillis(150).toNanos();

	private static final Pattern LEADER = Pattern.compile("\"leader\"\\s*:");

	private static final Duration CLOCK_LOOK = Duration.ofSeconds(1);

	private final String name;

	private final Settings settings;

	private final HttpClient client = HttpClient.newBuilder().connectTimeout(REQUEST_PATIENCE).build();

	private final AtomicBoolean reserved = new AtomicBoolean();

	private volatile @Nullable InstanceProcess process;

	private int incarnation;

	/**
	 * Creates an instance without starting it.
	 * @param name its name, such as {@code i1}
	 * @param settings its settings
	 */
	public Instance(String name, Settings settings) {
		this.name = name;
		this.settings = settings;
	}

	/**
	 * The settings of an instance.
	 *
	 * @param launch how processes are started
	 * @param heap the largest heap in Java's syntax, such as {@code 96m}
	 * @param arguments the arguments of the application
	 * @param network the proxy in front of the store, or {@code null} if there is none
	 * @param clock the wall clock, or {@code null} if it cannot be stepped
	 * @param waiting the waiting of the harness
	 */
	public record Settings(Launch launch, String heap, List<String> arguments, @Nullable TcpProxy network,
			@Nullable FakeTime clock, Waiting waiting) {
	}

	/**
	 * Returns its name.
	 * @return such as {@code i1}
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Returns the proxy in front of its store.
	 * @return the network
	 * @throws NullPointerException if the store has none
	 */
	public TcpProxy network() {
		return Objects.requireNonNull(this.settings.network(), "There is no network");
	}

	/**
	 * Returns its wall clock.
	 * @return the clock
	 * @throws NullPointerException if it cannot be stepped
	 */
	public FakeTime clock() {
		return Objects.requireNonNull(this.settings.clock(), "The clock cannot be stepped");
	}

	/**
	 * Reserves it for a fault, so that no other fault hits it at the same time.
	 * @return whether it was free
	 */
	public boolean reserve() {
		return this.reserved.compareAndSet(false, true);
	}

	/**
	 * Frees it after a fault.
	 */
	public void free() {
		this.reserved.set(false);
	}

	/**
	 * Whether it is reserved for a fault.
	 * @return whether a fault has reserved it
	 */
	public boolean isReserved() {
		return this.reserved.get();
	}

	/**
	 * Starts a process, without waiting for it.
	 */
	public synchronized void start() {
		this.incarnation++;
		FakeTime clock = this.settings.clock();
		this.process = this.settings.launch()
			.start(this.name + "." + this.incarnation, this.settings.heap(), this.settings.arguments(),
					(clock != null) ? clock.environment(CLOCK_LOOK) : Map.of());
	}

	/**
	 * Waits for the end of its process, which was sent a signal, and starts another one
	 * unless the run is cut short.
	 * @throws InterruptedException if the run is cut short
	 */
	public void restart() throws InterruptedException {
		awaitEnd();
		if (!this.settings.waiting().isCutShort()) {
			start();
			awaitReady();
		}
	}

	/**
	 * Waits until the started process is ready, and starts another one if it ended, as it
	 * does while its store is unavailable.
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
				throw new IllegalStateException(starting.name() + " did not start: " + starting.output());
			}
			System.out.println(starting.name() + " ended during startup and is started again");
			start();
		}
	}

	/**
	 * Whether its process runs, stopped or not.
	 * @return whether there is a live process
	 */
	public boolean isAlive() {
		InstanceProcess running = this.process;
		return running != null && running.isAlive();
	}

	/**
	 * Returns the name of its process.
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
	 * Waits until its process, which was asked to terminate, has ended. If it does not
	 * end, writes its threads to its log and kills it.
	 * @throws InterruptedException if the thread is interrupted
	 * @throws IllegalStateException if it had to be killed
	 */
	public void awaitEnd() throws InterruptedException {
		InstanceProcess ending = process();
		if (!ending.awaitEnd(STOP_PATIENCE)) {
			// A JVM writes its threads to its log
			ending.signal("QUIT");
			ending.awaitEnd(DUMP_PATIENCE);
			ending.kill();
			throw new IllegalStateException(ending.name() + " did not end within " + STOP_PATIENCE);
		}
	}

	/**
	 * Puts a burden on its process.
	 * @param burden the name of a burden of the probe
	 * @param duration how long it lasts
	 */
	public void burden(String burden, Duration duration) {
		process().send(burden + " " + duration.toMillis());
	}

	/**
	 * Changes its election through the endpoint.
	 * @param election the name of the election
	 * @param action such as {@code STEP_DOWN}
	 * @throws InterruptedException if the thread is interrupted
	 * @throws IllegalStateException if the endpoint refuses
	 */
	public void act(String election, String action) throws InterruptedException {
		HttpResponse<String> response = send(HttpRequest.newBuilder(endpoint(election))
			.header("Content-Type", "application/json")
			.POST(HttpRequest.BodyPublishers.ofString("{\"action\": \"" + action + "\"}")), action);
		if (response.statusCode() != 200) {
			throw new IllegalStateException(
					this.name + " answered " + action + " with " + response.statusCode() + ": " + response.body());
		}
	}

	/**
	 * Whether it knows a leader, and so has read the record of the election.
	 * @param election the name of the election
	 * @return whether its endpoint names a leader
	 * @throws InterruptedException if the thread is interrupted
	 * @throws UncheckedIOException if it does not respond
	 */
	public boolean knowsLeader(String election) throws InterruptedException {
		HttpResponse<String> response = send(HttpRequest.newBuilder(endpoint(election)), "a query of its status");
		return response.statusCode() == 200 && LEADER.matcher(response.body()).find();
	}

	private HttpResponse<String> send(HttpRequest.Builder request, String what) throws InterruptedException {
		try {
			return this.client.send(request.timeout(REQUEST_PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(this.name + " did not answer " + what, ex);
		}
	}

	private URI endpoint(String election) {
		return URI.create("http://127.0.0.1:" + process().port() + "/actuator/leader/" + election);
	}

	/**
	 * Returns the token with which it leads, according to its own history.
	 * @return the token, or empty if it has not led just before
	 */
	public Optional<Long> leadingToken() {
		InstanceProcess running = this.process;
		HistoryEvent samples = (running != null) ? running.tail().lastSamples() : null;
		if (samples == null || samples.kind() != EventKind.LEADING
				|| System.nanoTime() - samples.after() > FRESH_NANOS) {
			return Optional.empty();
		}
		return Optional.ofNullable(samples.token());
	}

	/**
	 * Returns how often its process has exhausted a resource and reported the end of
	 * that.
	 * @return the number of exhaustions
	 */
	public int exhaustions() {
		return process().tail().exhaustions();
	}

	/**
	 * Kills its process, even if it is stopped.
	 */
	@Override
	public void close() {
		InstanceProcess running = this.process;
		if (running != null) {
			running.kill();
		}
	}

}

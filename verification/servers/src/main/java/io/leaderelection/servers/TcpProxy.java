/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Stands between a client and a server on the loopback interface and makes the faults of
 * a network. Faults concern connections there are and those to come, until
 * {@link #heal()}. For any thread.
 */
public final class TcpProxy implements AutoCloseable {

	private final ServerSocket listener;

	private final List<Connection> connections = new CopyOnWriteArrayList<>();

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	private final AtomicLong roundTrips = new AtomicLong();

	private final Map<Direction, Flow> flows = new EnumMap<>(Direction.class);

	private final Map<Direction, Duration> delays = new EnumMap<>(Direction.class);

	private int target;

	private int answersToCut;

	private int answersBeforeCut;

	private boolean refusing;

	private volatile Consumer<byte[]> requestTap = (request) -> {
	};

	private volatile Runnable connectionTap = () -> {
	};

	private TcpProxy(int target) throws IOException {
		this.target = target;
		this.listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
		heal();
		start("proxy-accept", this::accept);
	}

	/**
	 * Opens a proxy.
	 * @param port the port of the server, on {@link Loopback#HOST}
	 * @return the proxy, which passes everything on
	 */
	public static TcpProxy to(int port) {
		try {
			return new TcpProxy(port);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("No proxy can be opened", ex);
		}
	}

	/**
	 * Where it listens.
	 * @return the port, on {@link Loopback#HOST}
	 */
	public int port() {
		return this.listener.getLocalPort();
	}

	/**
	 * Sends connections to come to another server, as a name service does after a
	 * fail-over.
	 * @param port its port
	 */
	public void redirect(int port) {
		change(() -> this.target = port);
	}

	/**
	 * Lets nothing through: connections stay open and are accepted, data waits. What
	 * waited arrives late, after {@link #heal()}, as the network's retransmission does
	 * it.
	 * @param directions which way; both if none is given
	 */
	public void blackHole(Direction... directions) {
		setFlow(Flow.HOLD, directions);
	}

	/**
	 * Loses what is sent. Connections that lost something are reset by {@link #heal()}.
	 * @param directions which way; both if none is given
	 */
	public void lose(Direction... directions) {
		setFlow(Flow.LOSE, directions);
	}

	/**
	 * Delays every piece of data.
	 * @param delay how long
	 * @param directions which way; both if none is given
	 */
	public void delay(Duration delay, Direction... directions) {
		change(() -> orBoth(directions).forEach((direction) -> this.delays.put(direction, delay)));
	}

	/**
	 * Resets the connection over which the next answer comes, in place of passing it on:
	 * the server has done what the client asked, which the client never learns.
	 */
	public void cutNextAnswer() {
		cutAnswerAfter(0);
	}

	/**
	 * Resets the connection over which an answer comes, as {@link #cutNextAnswer()} does,
	 * after some others have passed.
	 * @param answers how many pass before, on all connections together
	 */
	public void cutAnswerAfter(int answers) {
		change(() -> {
			this.answersBeforeCut = answers;
			this.answersToCut = 1;
		});
	}

	/**
	 * Shows every piece of data that a client sends and that is passed on.
	 * @param tap takes it, on the thread that passes it on
	 */
	public void onRequest(Consumer<byte[]> tap) {
		this.requestTap = tap;
	}

	/**
	 * Tells of every connection that a client opens, also of one that is reset because
	 * the server is down.
	 * @param tap called before the server is connected to, on the thread that accepts
	 */
	public void onConnection(Runnable tap) {
		this.connectionTap = tap;
	}

	/**
	 * Resets all connections and goes on.
	 */
	public void reset() {
		this.connections.forEach(Connection::reset);
	}

	/**
	 * Resets all connections and every one to come.
	 */
	public void refuse() {
		change(() -> this.refusing = true);
		reset();
	}

	/**
	 * Ends all faults.
	 */
	public void heal() {
		this.connections.stream().filter((connection) -> connection.lossy).forEach(Connection::reset);
		change(() -> {
			for (Direction direction : Direction.values()) {
				this.flows.put(direction, Flow.PASS);
				this.delays.put(direction, Duration.ZERO);
			}
			this.answersToCut = 0;
			this.refusing = false;
		});
	}

	/**
	 * How many connections are open.
	 * @return the number
	 */
	public int connections() {
		return this.connections.size();
	}

	/**
	 * How often the client spoke and the server then answered, on all connections, since
	 * this proxy was opened. Requests that a client sends before the answer to the last
	 * one has come are one round trip.
	 * @return the number
	 */
	public long roundTrips() {
		return this.roundTrips.get();
	}

	@Override
	public void close() {
		try {
			this.listener.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The proxy cannot be closed", ex);
		}
		finally {
			heal();
			reset();
		}
	}

	private void setFlow(Flow flow, Direction... directions) {
		change(() -> orBoth(directions).forEach((direction) -> this.flows.put(direction, flow)));
	}

	private static List<Direction> orBoth(Direction... directions) {
		return Arrays.asList((directions.length > 0) ? directions : Direction.values());
	}

	private void change(Runnable change) {
		this.lock.lock();
		try {
			change.run();
			this.changed.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	private void accept() {
		while (!this.listener.isClosed()) {
			Socket client = null;
			try {
				client = this.listener.accept();
				this.connectionTap.run();
				int port;
				boolean refused;
				this.lock.lock();
				try {
					port = this.target;
					refused = this.refusing;
				}
				finally {
					this.lock.unlock();
				}
				if (refused) {
					reset(client);
				}
				else {
					new Connection(client, Loopback.connect(port)).open();
				}
			}
			catch (IOException ex) {
				// The server is down, or this proxy is closed: the client sees a reset
				if (client != null) {
					reset(client);
				}
			}
		}
	}

	/**
	 * Waits while data must wait, and says what is to be done with it.
	 */
	private Fate fate(Direction direction) throws InterruptedException {
		Duration delay;
		this.lock.lock();
		try {
			while (this.flows.get(direction) == Flow.HOLD) {
				this.changed.await();
			}
			if (this.flows.get(direction) == Flow.LOSE) {
				return Fate.LOSE;
			}
			if (direction == Direction.TO_CLIENT && this.answersToCut > 0 && this.answersBeforeCut-- == 0) {
				this.answersToCut--;
				return Fate.CUT;
			}
			delay = this.delays.getOrDefault(direction, Duration.ZERO);
		}
		finally {
			this.lock.unlock();
		}
		if (!delay.isZero()) {
			Thread.sleep(delay.toMillis());
		}
		return Fate.PASS;
	}

	private static void start(String name, Runnable task) {
		Thread thread = new Thread(task, name);
		thread.setDaemon(true);
		thread.start();
	}

	private static void reset(Socket socket) {
		try {
			// Closing at once with data unsent makes TCP send a reset
			socket.setSoLinger(true, 0);
		}
		catch (IOException ex) {
			// Closed already: nothing is left to reset
			return;
		}
		try {
			socket.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("A connection cannot be reset", ex);
		}
	}

	/**
	 * Which way data goes.
	 */
	public enum Direction {

		/** What the client sends. */
		TO_SERVER,

		/** What the server answers. */
		TO_CLIENT

	}

	private enum Flow {

		PASS, HOLD, LOSE

	}

	private enum Fate {

		PASS, LOSE, CUT

	}

	private final class Connection {

		private final Socket client;

		private final Socket server;

		private volatile boolean lossy;

		private volatile boolean asked;

		Connection(Socket client, Socket server) throws IOException {
			this.client = client;
			this.server = server;
			client.setTcpNoDelay(true);
			server.setTcpNoDelay(true);
		}

		void open() {
			TcpProxy.this.connections.add(this);
			start("proxy-to-server", () -> pump(this.client, this.server, Direction.TO_SERVER));
			start("proxy-to-client", () -> pump(this.server, this.client, Direction.TO_CLIENT));
		}

		private void pump(Socket from, Socket to, Direction direction) {
			byte[] buffer = new byte[64 * 1024];
			try {
				for (int read = from.getInputStream().read(buffer); read >= 0; read = from.getInputStream()
					.read(buffer)) {
					Fate fate = fate(direction);
					if (fate == Fate.CUT) {
						reset();
						return;
					}
					if (fate == Fate.LOSE) {
						this.lossy = true;
					}
					else {
						count(direction);
						if (direction == Direction.TO_SERVER) {
							TcpProxy.this.requestTap.accept(Arrays.copyOf(buffer, read));
						}
						to.getOutputStream().write(buffer, 0, read);
						to.getOutputStream().flush();
					}
				}
				// The end of a stream is news, too, that does not pass a black hole
				fate(direction);
				to.shutdownOutput();
			}
			catch (IOException ex) {
				reset();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				reset();
			}
			finally {
				if (from.isInputShutdown() || from.isClosed() || to.isClosed()
						|| (from.isOutputShutdown() && to.isOutputShutdown())) {
					TcpProxy.this.connections.remove(this);
				}
			}
		}

		private void count(Direction direction) {
			if (direction == Direction.TO_SERVER) {
				this.asked = true;
			}
			else if (this.asked) {
				this.asked = false;
				TcpProxy.this.roundTrips.incrementAndGet();
			}
		}

		void reset() {
			TcpProxy.this.connections.remove(this);
			TcpProxy.reset(this.client);
			TcpProxy.reset(this.server);
		}

	}

}

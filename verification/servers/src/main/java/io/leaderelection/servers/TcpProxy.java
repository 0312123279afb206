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
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import io.leaderelection.servers.NetworkFaults.Fate;

/**
 * Stands between a client and a server on the loopback interface and makes the faults of
 * a network. Faults concern connections there are and those to come, until
 * {@link #heal()}. For any thread.
 */
public final class TcpProxy implements AutoCloseable {

	private final ServerSocket listener;

	private final List<Connection> connections = new CopyOnWriteArrayList<>();

	private final NetworkFaults faults = new NetworkFaults();

	private final AtomicLong roundTrips = new AtomicLong();

	private final AtomicLong bytes = new AtomicLong();

	private volatile int target;

	private volatile Consumer<byte[]> requestTap = (request) -> {
	};

	private volatile Runnable connectionTap = () -> {
	};

	private TcpProxy(int target) throws IOException {
		this.target = target;
		this.listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
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
	 * failover.
	 * @param port its port
	 */
	public void redirect(int port) {
		this.target = port;
	}

	/**
	 * Lets nothing through: connections stay open and are accepted, data waits. What
	 * waited arrives late, after {@link #heal()}, as the network's retransmission does
	 * it.
	 * @param directions which way; both if none is given
	 */
	public void blackHole(Direction... directions) {
		this.faults.flow(NetworkFaults.Flow.HOLD, directions);
	}

	/**
	 * Loses what is sent. Connections that lost something are reset by {@link #heal()}.
	 * @param directions which way; both if none is given
	 */
	public void lose(Direction... directions) {
		this.faults.flow(NetworkFaults.Flow.LOSE, directions);
	}

	/**
	 * Delays every piece of data.
	 * @param delay how long
	 * @param directions which way; both if none is given
	 */
	public void delay(Duration delay, Direction... directions) {
		this.faults.delay(delay, directions);
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
		this.faults.cutAfter(answers);
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
		this.faults.refuse();
		reset();
	}

	/**
	 * Ends all faults.
	 */
	public void heal() {
		this.connections.stream().filter((connection) -> connection.lossy).forEach(Connection::reset);
		this.faults.heal();
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

	/**
	 * How much was sent in both directions since this proxy was opened.
	 * @return the number of bytes
	 */
	public long bytes() {
		return this.bytes.get();
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

	private void accept() {
		while (!this.listener.isClosed()) {
			Socket client = null;
			try {
				client = this.listener.accept();
				this.connectionTap.run();
				if (this.faults.isRefusing()) {
					reset(client);
				}
				else {
					new Connection(client, Loopback.connect(this.target)).open();
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
					Fate fate = TcpProxy.this.faults.fate(direction);
					if (fate == Fate.CUT) {
						reset();
						return;
					}
					if (fate == Fate.LOSE) {
						this.lossy = true;
					}
					else {
						count(direction);
						TcpProxy.this.bytes.addAndGet(read);
						if (direction == Direction.TO_SERVER) {
							TcpProxy.this.requestTap.accept(Arrays.copyOf(buffer, read));
						}
						to.getOutputStream().write(buffer, 0, read);
						to.getOutputStream().flush();
					}
				}
				// The end of a stream is news, too, that does not pass a black hole
				TcpProxy.this.faults.fate(direction);
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

/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.sql.Driver;
import java.util.Properties;

import javax.net.SocketFactory;

import org.jspecify.annotations.Nullable;

/**
 * Sockets on which PostgreSQL's driver hands over a notification when it arrives. Having
 * read one, the driver looks for another with a time-out of one millisecond, the shortest
 * there is; these answer that look from what has arrived already. A hand-over is a
 * millisecond shorter for it.
 * <p>
 * Public for the driver, which makes it by its name.
 */
public final class PromptSocketFactory extends SocketFactory {

	private static final String PROPERTY = "socketFactory";

	/** The time-out with which the driver looks whether there is more. */
	private static final int LOOK_MILLIS = 1;

	/**
	 * Has a connection of PostgreSQL's driver use these sockets, unless it is told to use
	 * others, or could not load this class.
	 * @param driver the driver
	 * @param url the JDBC URL
	 * @param properties the driver's properties
	 */
	public static void offer(Driver driver, String url, Properties properties) {
		if (url.startsWith("jdbc:postgresql:") && !url.contains(PROPERTY) && isVisibleTo(driver.getClass())) {
			properties.putIfAbsent(PROPERTY, PromptSocketFactory.class.getName());
		}
	}

	private static boolean isVisibleTo(Class<?> driver) {
		try {
			return PromptSocketFactory.class
				.equals(Class.forName(PromptSocketFactory.class.getName(), false, driver.getClassLoader()));
		}
		catch (ClassNotFoundException ex) {
			return false;
		}
	}

	@Override
	public Socket createSocket() {
		return new PromptSocket();
	}

	@Override
	public Socket createSocket(String host, int port) throws IOException {
		return new PromptSocket(InetAddress.getByName(host), port, null, 0);
	}

	@Override
	public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
		return new PromptSocket(InetAddress.getByName(host), port, localHost, localPort);
	}

	@Override
	public Socket createSocket(InetAddress host, int port) throws IOException {
		return new PromptSocket(host, port, null, 0);
	}

	@Override
	public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) throws IOException {
		return new PromptSocket(host, port, localHost, localPort);
	}

	private static final class PromptSocket extends Socket {

		private volatile boolean looking;

		PromptSocket() {
		}

		PromptSocket(InetAddress host, int port, @Nullable InetAddress localHost, int localPort) throws IOException {
			super(host, port, localHost, localPort);
		}

		@Override
		public synchronized void setSoTimeout(int timeout) throws SocketException {
			super.setSoTimeout(timeout);
			this.looking = timeout == LOOK_MILLIS;
		}

		@Override
		public InputStream getInputStream() throws IOException {
			return new PromptStream(super.getInputStream());
		}

		private final class PromptStream extends InputStream {

			private final InputStream delegate;

			PromptStream(InputStream delegate) {
				this.delegate = delegate;
			}

			@Override
			public int read() throws IOException {
				look();
				return this.delegate.read();
			}

			@Override
			public int read(byte[] bytes, int offset, int length) throws IOException {
				look();
				return this.delegate.read(bytes, offset, length);
			}

			@Override
			public int available() throws IOException {
				return this.delegate.available();
			}

			@Override
			public void close() throws IOException {
				this.delegate.close();
			}

			private void look() throws IOException {
				if (PromptSocket.this.looking && this.delegate.available() == 0) {
					throw new SocketTimeoutException("Nothing has arrived");
				}
			}

		}

	}

}

"""A mail server on this machine, which keeps what the relay sends."""
import email, email.policy, re

from aiosmtpd.controller import Controller

from relay import HOST, free_port, until


class MailServer:
    def __init__(self):
        self.letters, self.is_away = [], False
        self.controller = Controller(self, hostname=HOST, port=free_port())
        self.controller.start()

    @property
    def environment(self):
        return {
            "REVEILLE_SMTP_SERVER": f"{HOST}:{self.controller.port}", "REVEILLE_SMTP_SECURITY": "none",
            "REVEILLE_SMTP_FROM": "alarm@example.org",
        }

    async def handle_DATA(self, server, session, envelope):
        if self.is_away:
            return "451 4.3.0 try again later"
        self.letters.append((envelope.rcpt_tos[0], email.message_from_bytes(envelope.content,
                                                                            policy=email.policy.default)))
        return "250 2.0.0 taken"

    def letter(self, to, subject, limit=30):
        """Waits for a letter, and gives its plain text."""
        def find():
            return next((letter for address, letter in self.letters
                         if address == to and re.search(subject, letter["Subject"])), None)
        letter = until(find, f"a letter to {to} about {subject}; there are {self.subjects()}", limit)
        return letter.get_body(("plain",)).get_content()

    def subjects(self):
        return [(address, letter["Subject"]) for address, letter in self.letters]

    def close(self):
        self.controller.stop()

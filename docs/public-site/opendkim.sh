# OpenDKIM on Debian signs the email of play.example.org for Postfix.  Run as root; it keeps a key
# that is there already, because DNS has its other half.
install -d -o opendkim -g opendkim -m 0700 /etc/dkimkeys
test -e /etc/dkimkeys/mail.private ||
    opendkim-genkey --directory /etc/dkimkeys --selector mail --domain play.example.org
chown opendkim:opendkim /etc/dkimkeys/mail.private
cat > /etc/opendkim.conf <<'END'
Domain                  play.example.org
Selector                mail
KeyFile                 /etc/dkimkeys/mail.private
Socket                  inet:8891@127.0.0.1
Canonicalization        relaxed/simple
Mode                    s
SignHeaders             *,+List-Unsubscribe-Post
OversignHeaders         From
UserID                  opendkim
PidFile                 /run/opendkim/opendkim.pid
END
postconf -e 'smtpd_milters = inet:127.0.0.1:8891' \
            'non_smtpd_milters = $smtpd_milters' \
            'milter_default_action = tempfail'
